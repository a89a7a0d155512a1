import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { dateOf, folder, jsonOf, prices, run, writePrices } from "./command";
import { contractFolder, keyOf, startHost } from "./host";

interface Status {
  batch_id: string;
  state: string;
  series: number;
  done: number;
  failed: number;
  digest: string | null;
  reason: string | null;
  names: string[];
  rows: { place: number; cells: Record<string, unknown>; outline: number[] }[];
  next: number;
  finished: boolean;
  message: string;
  upload_id: string;
}

async function hosted(...scope: string[]) {
  const cwd = folder();
  const data = contractFolder(cwd);
  const host = await startHost(cwd);
  onTestFinished(async () => void (await host.stop()));
  const key = await keyOf(host, ...scope);
  const send = async (method: string, path: string, body?: BodyInit, type = "application/json", as = key) => {
    const headers = { "X-API-Key": as, ...(body !== undefined && type !== "" && { "Content-Type": type }) };
    const answer = await fetch(host.url + path, { method, headers, body });
    return { status: answer.status, body: (await answer.json()) as Status };
  };
  const begin = (plan: object) => send("POST", "/v1/batches", JSON.stringify(plan));
  const upload = async (file: string) => {
    const form = new FormData();
    form.set("file", new Blob([readFileSync(file)]), "file");
    return (await send("POST", "/v1/uploads", form, "")).body.upload_id;
  };
  /** All rows of a batch, and how it ended. */
  const read = async (id: string) => {
    const rows: Status["rows"] = [];
    // Sent with the first row, not necessarily with the last.
    const names: string[] = [];
    for (let from = 0; ; ) {
      const { body } = await send("GET", `/v1/batches/${id}?from=${from}`);
      rows.push(...body.rows);
      if (names.length === 0) names.push(...body.names);
      from = body.next;
      if (body.finished) return { ...body, names, rows };
    }
  };
  return { cwd, data, host, send, begin, upload, read };
}

it("a batch of the host's folder and one of sent files have the digest of the command", async () => {
  const { cwd, data, send, begin, upload, read } = await hosted("backtest");
  for (let k = 0; k < 5; k++) writePrices(join(data, `p${k}.csv`), k, k === 3 ? 40 : 300);
  const plan = { question: "garch", settings: { distribution: "t" } };
  writeFileSync(join(cwd, "plan.json"), JSON.stringify({ ...plan, data: ["data/p*.csv"] }));
  const { summary } = jsonOf(await run(cwd, "run", "plan.json", "--json", "-o", "rows.csv"));
  const begun = await begin({ ...plan, data: ["p*.csv"] });
  expect(begun.status).toBe(201);
  const there = await read(begun.body.batch_id);
  expect(there).toMatchObject({ state: "done", series: 5, done: 5, failed: 1, digest: summary.digest });
  expect(there.rows.map(({ place }) => place).sort()).toEqual([0, 1, 2, 3, 4]);
  const short = there.rows.find(({ place }) => place === 3);
  expect(short?.cells.failure).toMatch(/at least 100 data points are needed, \d+ given/);
  expect(there.rows.find(({ place }) => place === 0)?.outline).toHaveLength(48);
  // Rows must not reveal the folder's path.
  expect(JSON.stringify(there)).not.toContain(cwd);

  const names = ["p0.csv", "p1.csv", "p2.csv", "p3.csv", "p4.csv"];
  const uploads = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await upload(join(data, name))])));
  const sent = await begin({ ...plan, data: names, uploads });
  expect((await read(sent.body.batch_id)).digest).toBe(summary.digest);
  // A part of the series: the same rows, but no digest of the whole.
  const some = await begin({ ...plan, data: names, uploads, places: [{ from: 1, to: 3 }] });
  const part = await read(some.body.batch_id);
  expect([part.digest, part.done, part.series]).toEqual([null, 2, 5]);
  const cells = (rows: Status["rows"], at: number) => rows.find(({ place }) => place === at)?.cells;
  expect(cells(part.rows, 2)).toEqual(cells(there.rows, 2));
  expect(readdirSync(join(data, ".prospect", "uploads"))).toHaveLength(5);
  expect((await send("DELETE", `/v1/batches/${some.body.batch_id}`)).status).toBe(200);
});

it("a batch belongs to its key alone, can be canceled, and reaches nothing outside the folder", async () => {
  const { cwd, data, host, send, begin, upload } = await hosted("backtest");
  writePrices(join(cwd, "outside.csv"), 1, 200);
  for (const name of ["../outside.csv", join(cwd, "outside.csv"), "nothing.csv", "**/../outside.csv"]) {
    expect([name, (await begin({ question: "garch", data: [name] })).status]).toEqual([name, 404]);
  }
  expect((await begin({ question: "garch", settings: { p: 99 }, data: ["SPY.csv"] })).status).toBe(422);
  expect((await begin({ question: "garch", settings: { nothing: 1 }, data: ["SPY.csv"] })).body.message).toContain("no setting nothing");
  for (let k = 0; k < 40; k++) writePrices(join(data, `q${k}.csv`), k, 2000);
  const { body } = await begin({ question: "lyapunov", data: ["q*.csv"] });
  const other = await keyOf(host, "backtest");
  expect((await send("GET", `/v1/batches/${body.batch_id}`, undefined, "", other)).status).toBe(404);
  expect((await send("DELETE", `/v1/batches/${body.batch_id}`, undefined, "", other)).status).toBe(200);
  const lacking = await keyOf(host, "data");
  expect((await send("GET", `/v1/batches/${body.batch_id}`, undefined, "", lacking)).status).toBe(403);
  const first = await send("GET", `/v1/batches/${body.batch_id}?from=0`);
  expect([first.status, first.body.finished]).toEqual([200, false]);
  expect((await send("GET", `/v1/batches/${body.batch_id}?from=5000`)).status).toBe(400);
  await send("DELETE", `/v1/batches/${body.batch_id}`);
  expect((await send("GET", `/v1/batches/${body.batch_id}`)).status).toBe(404);
  // Its threads are available to others at once.
  const began = performance.now();
  expect((await begin({ question: "garch", data: ["SPY.csv"] })).status).toBe(201);
  expect((await send("GET", "/v1/data/summary?symbols=SPY", undefined, "", await keyOf(host, "data"))).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(20_000);
  const id = await upload(join(data, "SPY.csv"));
  const plan = JSON.stringify({ question: "garch", data: ["mine"], uploads: { mine: id } });
  expect((await send("POST", "/v1/batches", plan, "application/json", other)).status).toBe(404);
  expect((await send("POST", "/v1/batches", plan)).status).toBe(201);
});

it("a series is read by its position, bit by bit, with the hash of its row, by a key with only the data scope", async () => {
  const { data, host, send, begin, read } = await hosted("backtest");
  writePrices(join(data, "one.csv"), 1, 120);
  writeFileSync(
    join(data, "wide.csv"),
    `Date,=A,B\n${prices(2, 130)
      .map((price, row) => `${dateOf(row)},${price},${row === 5 ? "" : -price}`)
      .join("\n")}\n`,
  );
  const key = await keyOf(host, "data");
  const ask = async (body: object, as = key) => {
    const headers = { "X-API-Key": as, "Content-Type": "application/json" };
    const answer = await fetch(`${host.url}/v1/series`, { method: "POST", headers, body: JSON.stringify(body) });
    return {
      status: answer.status,
      body: (await answer.json()) as {
        name: string;
        hash: string;
        times: number[];
        columns: { name: string; values: (number | null)[] }[];
      },
    };
  };
  const plan = { data: ["one.csv", "wide.csv"], column: "*" };
  const begun = await begin({ ...plan, question: "garch" });
  const { rows, names } = await read(begun.body.batch_id);
  const hashOf = (at: number) => rows.find(({ place }) => place === at)?.cells.data;
  expect(names).toEqual(["one", "=A", "B"]);
  const [one, signed, gap] = [await ask({ ...plan, place: 0 }), await ask({ ...plan, place: 1 }), await ask({ ...plan, place: 2 })];
  expect(one.body).toMatchObject({ name: "one", hash: hashOf(0), columns: [{ name: "Close", values: prices(1, 120) }] });
  expect(one.body.times[1]).toBe(Date.parse(dateOf(1)));
  expect(signed.body).toMatchObject({ name: "=A", hash: hashOf(1), columns: [{ name: "=A", values: prices(2, 130) }] });
  // A row without a number in the column is not part of its series.
  expect(gap.body.columns[0].values).toHaveLength(129);
  expect((await ask({ ...plan, place: 3 })).status).toBe(404);
  expect((await ask({ data: ["../outside.csv"], place: 0 })).status).toBe(404);
  expect((await send("POST", "/v1/series", JSON.stringify({ ...plan, place: 0 }))).status).toBe(403);
});

it("sent files are gone once the host has ended", async () => {
  const { data, host, upload } = await hosted("backtest");
  await upload(join(data, "SPY.csv"));
  await host.stop();
  expect(existsSync(join(data, ".prospect", "uploads"))).toBe(false);
});
