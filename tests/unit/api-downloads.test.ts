import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { describe, expect, it } from "vitest";
import { postmanCollection } from "../../src/pages/docs/postman";
import { typedClient } from "../../src/pages/docs/typed-client";
import { endpointsOf } from "../../src/pages/parts/api-description";
import { bodyRemark, draftOf } from "../../src/pages/parts/api-request";
import { schemaError } from "../../src/pages/parts/schema-check";
import { openApi } from "../../workers/api/openapi";
import { operations } from "../../workers/api/operations/index";
import type { JobContext } from "../../workers/runtime/job";
import { memoryApi } from "../fixtures/api";

const endpoints = endpointsOf(openApi(operations));

describe("schemas", () => {
  it("report where a value violates them", () => {
    const schema = {
      type: "object",
      required: ["name", "parts"],
      properties: {
        name: { type: "string", minLength: 1, maxLength: 5 },
        kind: { enum: ["a", "b"] },
        parts: {
          type: "array",
          minItems: 1,
          items: { type: "object", required: ["n"], properties: { n: { type: "integer", minimum: 0, maximum: 9 } } },
        },
        limit: { anyOf: [{ type: "number", exclusiveMinimum: 0 }, { type: "null" }] },
      },
      additionalProperties: false,
    };
    const good = { name: "x", kind: "a", parts: [{ n: 1 }], limit: null };
    expect(schemaError(schema, good)).toBeNull();
    for (const [value, words] of [
      [7, "The body must be object"],
      [[], "The body must be object"],
      [{ ...good, name: undefined }, "name must be string"],
      [{ parts: [] }, "name is missing"],
      [{ ...good, name: "" }, "name must have at least 1 characters"],
      [{ ...good, name: "123456" }, "name must have at most 5 characters"],
      [{ ...good, kind: "c" }, "kind must be one of a, b"],
      [{ ...good, parts: [] }, "parts must have at least 1 items"],
      [{ ...good, parts: [{ n: 1 }, { n: 1.5 }] }, "parts[1].n must be integer"],
      [{ ...good, parts: [{ n: 10 }] }, "parts[0].n must be at most 9"],
      [{ ...good, parts: [{}] }, "parts[0].n is missing"],
      [{ ...good, limit: 0 }, "limit must be above 0"],
      [{ ...good, limit: "1" }, "limit must be number"],
      [{ ...good, more: 1 }, "more is unknown"],
      [JSON.parse('{"__proto__": {"name": "x", "parts": [{"n": 1}]}}'), "name is missing"],
    ] as const)
      expect([value, schemaError(schema, value)]).toEqual([value, words]);
  });

  it("match every example body of the description", () => {
    const taking = endpoints.filter(({ body }) => body?.kind === "json");
    expect(taking.length).toBeGreaterThan(3);
    for (const endpoint of taking) expect([endpoint.id, bodyRemark(endpoint, draftOf(endpoint))]).toEqual([endpoint.id, null]);
    const [strategy] = endpoints.filter(({ id }) => id === "createStrategy");
    expect(bodyRemark(strategy, { ...draftOf(strategy), body: '{"name": "A"}' })).toBe("type is missing");
    expect(bodyRemark(strategy, { ...draftOf(strategy), body: "{" })).toBeNull();
  });
});

it("the Postman collection has every operation, and keys only as variables", () => {
  const collection = postmanCollection(endpoints, "https://api.example.com");
  const text = JSON.stringify(collection);
  const { item } = collection as { item: { name: string; item: { request: { method: string; url: { raw: string } } }[] }[] };
  const requests = item.flatMap((folder) => folder.item.map(({ request }) => `${request.method} ${request.url.raw.split("?")[0]}`));
  expect(requests.sort()).toEqual(endpoints.map(({ method, path }) => `${method} {{baseUrl}}${path.replace(/\{(\w+)\}/g, ":$1")}`).sort());
  expect(text).toContain('"value":"{{apiKey}}"');
  expect(text).toContain('{"key":"apiKey","value":""}');
  expect(text).not.toMatch(/prospect_[0-9a-f]{8}|token_/);
});

describe("the typed client", () => {
  const source = typedClient(endpoints);

  it("compiles in strict mode, where a wrong body is a type error", () => {
    const folder = mkdtempSync(join(tmpdir(), "prospect-client-"));
    try {
      writeFileSync(join(folder, "client.ts"), source);
      writeFileSync(
        join(folder, "use.ts"),
        `import { ProspectClient } from "./client.ts";
const client = new ProspectClient({ baseUrl: "https://api.example.com" });
export const id: Promise<string> = client.createStrategy({ name: "a", type: "mean_reversion", parameters: { lookback_period: 20, entry_threshold: 2, exit_threshold: 0.5 }, risk_constraints: { max_position_size: 1, stop_loss: 0.02 } }).then(({ strategy_id }) => strategy_id);
// @ts-expect-error the name is missing
void client.createStrategy({ type: "mean_reversion" });
void client.historicalData({ symbol: "A", start: "2026-01-01", end: "2026-01-31" });
`,
      );
      const checked = spawnSync(
        process.execPath,
        [
          "node_modules/typescript/bin/tsc",
          "--noEmit",
          "--ignoreConfig",
          "--strict",
          "--target",
          "es2022",
          "--module",
          "nodenext",
          "--lib",
          "es2022,dom,dom.iterable",
          "--types",
          "",
          "--allowImportingTsExtensions",
          join(folder, "use.ts"),
        ],
        { encoding: "utf8" },
      );
      expect(checked.stdout + checked.stderr).toBe("");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("works with the local API: creates a key; saves, lists and deletes a strategy; throws on refusals", async () => {
    const { app, services } = memoryApi({} as JobContext, []);
    const { code } = await transformWithOxc(source, "client.ts");
    const made = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      ProspectClient: new (options: object) => Record<string, (...given: unknown[]) => Promise<Record<string, unknown>>>;
    };
    const options = { baseUrl: "http://prospect.test/", fetch: async (request: Request) => app.fetch(request) };
    const token = await services.vault.issueToken(Date.now());
    const { api_key } = await new made.ProspectClient({ ...options, accessToken: token }).generateKey({
      scope: ["trading"],
      description: "",
    });
    const client = new made.ProspectClient({ ...options, apiKey: api_key });
    expect(await client.validateKey()).toMatchObject({ valid: true });
    const [example] = endpoints.filter(({ id }) => id === "createStrategy");
    const { strategy_id } = await client.createStrategy(JSON.parse(example.body?.example ?? ""));
    expect(await client.listStrategies({ page: 1 })).toMatchObject({ pagination: { total_items: 1 } });
    expect(await client.deleteStrategy({ id: strategy_id })).toMatchObject({ strategy_id });
    await expect(client.marketSummary({ symbols: "A" })).rejects.toMatchObject({ status: 403, problem: { code: "forbidden" } });
  });
});
