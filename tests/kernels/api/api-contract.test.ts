import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { OPENAPI_PATH } from "../../../workers/api/app";
import { SCOPES } from "../../../workers/api/vault";
import { failBecause, said, succeed } from "../../../workers/contract";
import { memoryApi } from "../../fixtures/api";
import { type Described, type Description, HOSTILE, placesOf, put, WRONG } from "../../fixtures/hostile-calls";
import { misfits } from "../../fixtures/json-schema";
import { testSeries } from "../../fixtures/series";
import { testContext } from "../context";

/*
 * Every operation of openapi.json is called with what its own schemas say: valid, each field missing, each of a wrong type, too large,
 * and hostile. No answer is a 500, none hangs, each is a status the description names, with a body of the schema it names for it.
 */

const HOST = "http://prospect.test";
const context = await testContext();
const prices = Array.from({ length: 130 }, (_, i) => 100 * (1 + 0.001 * i + 0.02 * ((i * 7919) % 13) - 0.015 * ((i * 104_729) % 7)));
const dates = (i: number) => new Date(Date.UTC(2018, 0, 1) + 86_400_000 * i).toISOString().slice(0, 10);
const series = ["SPY", "Oil"].map((name, i) => ({
  ...testSeries(
    `hash ${i}`,
    prices.map((price) => price + i),
  ),
  name,
}));
const { app, services } = memoryApi(context, series);
const description = (await (await app.fetch(new Request(HOST + OPENAPI_PATH))).json()) as Description;
const csv = ["Date,High,Low,Close", ...prices.map((price, i) => `${dates(i)},${price * 1.01},${price * 0.99},${price}`)].join("\n");

let secrets = { key: "", token: "" };
let strategy = "";
/** For the calls that delete one. */
let doomed = "";
let cases = 0;

beforeAll(async () => {
  vi.spyOn(console, "error");
  const token = await services.vault.issueToken(Date.now());
  const issued = await services.vault.issueKey({ scope: [...SCOPES], description: "" }, Date.now());
  secrets = { token, key: issued?.key ?? "" };
  const now = Date.now();
  const portfolios = [
    {
      holdings: [
        { hash: "hash 0", name: "SPY", weight: 0.5 },
        { hash: "hash 1", name: "Oil", weight: 0.3 },
      ],
    },
  ];
  const record = { createdAt: now, changedAt: now, removedAt: null };
  await services.records.save({ id: "client", kind: "client", ...record, body: { name: "A", note: "", portfolios } });
});
afterAll(() => vi.restoreAllMocks());

interface Parts {
  query?: Record<string, string>;
  path?: Record<string, string>;
  body?: BodyInit;
  headers?: Record<string, string>;
}

const SECRETS = () => ({ "X-API-Key": secrets.key, Authorization: `Bearer ${secrets.token}` });

function requestOf(path: string, method: string, { query = {}, path: names = {}, body, headers = {} }: Parts): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? "none"));
  const search = new URLSearchParams(query).toString();
  return new Request(`${HOST}${filled}${search ? `?${search}` : ""}`, {
    method: method.toUpperCase(),
    headers: { ...SECRETS(), ...headers },
    body,
  });
}

/** Calls, and holds the answer against the description. @returns the status and what was wrong with the answer */
async function call(path: string, method: string, parts: Parts): Promise<{ status: number; wrong: string[]; body: unknown }> {
  cases++;
  const response = await app.fetch(requestOf(path, method, parts));
  const { status } = response;
  const described = description.paths[path][method].responses[status];
  if (!described) return { status, wrong: [`status ${status} is not described`], body: await response.text() };
  const body: unknown = await response.json();
  const wrong = misfits(described.content["application/json"].schema, body, description.components.schemas);
  if (!response.headers.get("cache-control")?.includes("no-store")) wrong.push("may be cached");
  return { status, wrong, body };
}

const JSON_TYPE = { "Content-Type": "application/json" };
const json = (value: unknown): Parts => ({ body: JSON.stringify(value), headers: JSON_TYPE });

function form(file: Blob | string | null, field = "file"): Parts {
  const data = new FormData();
  if (typeof file === "string") data.set(field, file);
  else if (file) data.set(field, file, "upload.csv");
  else data.set("other", "x");
  return { body: data };
}

/** A call with nothing wrong. */
function validParts({ parameters, requestBody }: Described): Parts {
  const content = requestBody?.content ?? {};
  const named = (place: "query" | "path") =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .flatMap(({ name, example }) => (place === "path" ? [[name, doomed]] : example ? [[name, example]] : [])),
    );
  const query = named("query");
  if (query.symbol) query.symbol = "Oil";
  if (query.symbols) query.symbols = "SPY,Oil/Volume";
  if (query.start) Object.assign(query, { start: "1970-01-02", end: "1970-03-01" });
  const parts: Parts = { query, path: named("path") };
  if (content["multipart/form-data"]) return { ...parts, ...form(new Blob([csv], { type: "text/csv" })) };
  const example = content["application/json"]?.example;
  if (!example) return parts;
  const body =
    "strategy_id" in example
      ? { ...example, strategy_id: strategy, instruments: ["Oil"], start_date: "1970-01-02", end_date: "1970-05-01" }
      : example;
  return { ...parts, ...json(body) };
}

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method, described })),
);

beforeAll(async () => {
  const create = async () => {
    const created = await call("/v1/strategies", "post", validParts(description.paths["/v1/strategies"].post));
    return (created.body as { strategy_id: string }).strategy_id;
  };
  [strategy, doomed] = [await create(), await create()];
});

it("is OpenAPI 3.1 and describes thirteen operations", () => {
  expect(description.openapi).toBe("3.1.0");
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toHaveLength(13);
});

for (const { path, method, described } of operations) {
  const valid = () => validParts(described);

  it(`${method} ${path} answers a valid call as described`, async () => {
    const { status, wrong, body } = await call(path, method, valid());
    expect({ wrong, body: status < 300 ? null : body, good: status < 300 }).toEqual({ wrong: [], body: null, good: true });
    // A delete can be repeated.
    if (method === "delete") expect(await call(path, method, valid())).toEqual({ status, wrong: [], body });
  });

  it(`${method} ${path} refuses who may not call`, async () => {
    const [needs] = described.security;
    const without = await call(path, method, { ...valid(), headers: { ...valid().headers, "X-API-Key": "", Authorization: "" } });
    expect(without.wrong).toEqual([]);
    expect(without.status === 401).toBe(needs !== undefined);
    const forged = { ...valid().headers, "X-API-Key": `prospect_${"0".repeat(64)}`, Authorization: `Bearer ${secrets.key}` };
    expect((await call(path, method, { ...valid(), headers: forged })).status === 401).toBe(needs !== undefined);
    const scopes = needs?.ApiKey ?? [];
    if (scopes.length === 0) return;
    const others = SCOPES.filter((scope) => !scopes.includes(scope));
    const issued = await services.vault.issueKey({ scope: others, description: "" }, Date.now());
    const { status, wrong } = await call(path, method, { ...valid(), headers: { ...valid().headers, "X-API-Key": issued?.key ?? "" } });
    expect({ status, wrong }).toEqual({ status: 403, wrong: [] });
  });

  it(`${method} ${path} refuses other methods with 405`, async () => {
    for (const other of ["PUT", "PATCH", ...["GET", "POST", "DELETE"].filter((one) => !(one.toLowerCase() in description.paths[path]))]) {
      const response = await app.fetch(requestOf(path, other, { path: { id: "a" } }));
      expect([response.status, response.headers.get("allow")?.toLowerCase()]).toEqual([
        405,
        Object.keys(description.paths[path]).join(", "),
      ]);
    }
  });

  it(`${method} ${path} bears parameters that are missing, wrong or hostile`, async () => {
    const parts = valid();
    for (const { name, in: place, required } of described.parameters) {
      const { [name]: _, ...rest } = parts[place] ?? {};
      if (place === "query") {
        const { status, wrong } = await call(path, method, { ...parts, query: rest });
        expect({ wrong, refused: status === 400 }).toEqual({ wrong: [], refused: required });
      }
      for (const value of [...WRONG, ...HOSTILE]
        .filter((one) => typeof one !== "object")
        .map(String)
        .filter((one) => place === "query" || one !== "")) {
        const { status, wrong } = await call(path, method, { ...parts, [place]: { ...rest, [name]: value } });
        expect({ value: value.slice(0, 30), wrong, bad: status >= 500 }).toEqual({ value: value.slice(0, 30), wrong: [], bad: false });
      }
    }
  });

  const body = described.requestBody?.content["application/json"];
  if (body) {
    it(`${method} ${path} bears bodies that are missing, wrong, oversized or hostile`, async () => {
      const whole = JSON.parse(valid().body as string) as Record<string, unknown>;
      for (const place of placesOf(body.schema)) {
        for (const value of [undefined, ...WRONG, ...HOSTILE]) {
          const changed = put(whole, place, value);
          const { status, wrong } = await call(path, method, json(changed));
          const fits = misfits(body.schema, changed, description.components.schemas).length === 0;
          const seen = { place: place.join("."), value: String(value).slice(0, 30), wrong, status };
          expect(seen).toEqual({ ...seen, wrong: [] });
          // What the schema refuses is refused; what it takes may still be refused for its sense, never with a 5xx.
          expect({ ...seen, taken: status < 300 && !fits, crashed: status >= 500 }).toEqual({ ...seen, taken: false, crashed: false });
        }
      }
      for (const text of [
        "",
        "{",
        "nul",
        "[]",
        "null",
        '"x"',
        "1e999",
        "[".repeat(100_000),
        '{"__proto__":{"a":1}}',
        "\uFFFE",
        `{"scope":${"[".repeat(5000)}${"]".repeat(5000)}}`,
      ]) {
        const { status, wrong } = await call(path, method, { body: text, headers: JSON_TYPE });
        const harmless = text.startsWith('{"') && Object.keys(body.schema.required ?? []).length === 0;
        expect({ text: text.slice(0, 20), wrong, ok: [400, 422].includes(status) || harmless }).toEqual({
          text: text.slice(0, 20),
          wrong: [],
          ok: true,
        });
      }
      expect(await call(path, method, { body: new Uint8Array([0xff, 0xfe, 0x80]), headers: JSON_TYPE })).toMatchObject({
        status: 400,
        wrong: [],
      });
      expect(await call(path, method, { body: `"${"x".repeat(1 << 20)}"`, headers: JSON_TYPE })).toMatchObject({ status: 413, wrong: [] });
      expect(await call(path, method, { body: "{}", headers: { "Content-Type": "text/plain" } })).toMatchObject({ status: 415, wrong: [] });
    });
  }

  if (described.requestBody?.content["multipart/form-data"]) {
    it(`${method} ${path} bears files that are missing, wrong, oversized or hostile`, async () => {
      const boundary = "multipart/form-data; boundary=x";
      const files: [string, Parts, number[]][] = [
        ["no file", form(null), [422]],
        ["text for a file", form("1,2,3"), [422]],
        ["empty", form(new Blob([])), [422]],
        ["binary", form(new Blob([new Uint8Array(5000)])), [422]],
        ["markup", form(new Blob(["<html><body><script>alert(1)</script></body></html>"])), [422]],
        ["words", form(new Blob(["Date,Close\nyesterday,much\ntoday,more"])), [422]],
        ["one row", form(new Blob(["Date,Close\n2018-01-01,5"])), [422]],
        ["constant", form(new Blob([`Close\n${"5\n".repeat(200)}`])), [422]],
        ["formulas", form(new Blob([`Close\n${'=cmd|"/c calc"!A1\n'.repeat(50)}`])), [422]],
        [
          "negative prices",
          form(new Blob([`Date,Close\n${prices.map((price, i) => `${dates(i)},${i % 2 ? -price : price}`).join("\n")}`])),
          [200, 422],
        ],
        ["huge values", form(new Blob([`Close\n${prices.map((_, i) => `1e${300 + (i % 9)}`).join("\n")}`])), [200, 422]],
        ["another field", form(new Blob([csv]), "data"), [422]],
        ["one long line", form(new Blob(["9".repeat(500_000)])), [422]],
        ["unclosed quote", form(new Blob([`Close\n"${csv}`])), [422]],
        ["a form that is none", { body: "no form", headers: { "Content-Type": boundary } }, [400]],
        ["no boundary", { body: "no form", headers: { "Content-Type": "multipart/form-data" } }, [400]],
        ["JSON", json({ file: csv }), [415]],
        ["51 MB", { body: new Uint8Array(51 << 20), headers: { "Content-Type": boundary } }, [413]],
      ];
      for (const [name, parts, statuses] of files) {
        const { status, wrong } = await call(path, method, parts);
        expect({ name, wrong, status, expected: statuses.includes(status) }).toEqual({ name, wrong: [], status, expected: true });
      }
    });
  }
}

it("knows no other addresses", async () => {
  for (const path of ["/v1/nothing", "/api/garch", "/v1/strategies/a/b", "/v1/%2e%2e/auth", "/api/lyapunov/"]) {
    const response = await app.fetch(requestOf(path, "GET", {}));
    expect([path, response.status]).toEqual([path, 404]);
    expect(misfits({ $ref: "Problem" }, await response.json(), description.components.schemas)).toEqual([]);
  }
});

it("says 503 where nothing can compute, and 500 only for a bug of ours", async () => {
  const { app: bare, services: own } = memoryApi(context, []);
  const issued = await own.vault.issueKey({ scope: ["data"], description: "" }, Date.now());
  const ask = () => bare.fetch(new Request(`${HOST}/v1/data/summary?symbols=A`, { headers: { "X-API-Key": issued?.key ?? "" } }));
  own.ask = async () => failBecause("not-loaded", said("no page"));
  expect((await ask()).status).toBe(503);
  own.ask = async () => succeed(undefined as never);
  expect((await ask()).status).toBe(200);
});

it("made at least 500 calls, and none of them was a bug", () => {
  expect(cases).toBeGreaterThan(500);
  expect(vi.mocked(console.error)).not.toHaveBeenCalled();
});
