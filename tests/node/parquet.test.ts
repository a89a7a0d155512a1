import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { parquetWriteFile } from "hyparquet-writer";
import { expect, it, onTestFinished } from "vitest";
import { dateOf, folder, jsonOf, prices, run, writePrices } from "./command";

const NAMES = ["AAA", "BBB", "CCC"];
const DAYS = 400;

/** The same three series as CSV files, as one long and as one wide Parquet file. Row groups cut through symbols. */
function threeForms(): string {
  const cwd = folder();
  for (const [k, name] of NAMES.entries()) writePrices(join(cwd, `${name}.csv`), k, DAYS);
  const dates = Array.from({ length: DAYS }, (_, row) => new Date(dateOf(row)));
  parquetWriteFile({
    filename: join(cwd, "long.parquet"),
    rowGroupSize: 300,
    columnData: [
      { name: "symbol", data: NAMES.flatMap((name) => Array<string>(DAYS).fill(name)), type: "STRING" },
      { name: "date", data: NAMES.flatMap(() => dates), type: "TIMESTAMP" },
      { name: "value", data: NAMES.flatMap((_, k) => prices(k, DAYS)), type: "DOUBLE" },
    ],
  });
  parquetWriteFile({
    filename: join(cwd, "wide.parquet"),
    rowGroupSize: 150,
    columnData: [
      { name: "date", data: dates, type: "TIMESTAMP" },
      ...NAMES.map((name, k) => ({ name, data: prices(k, DAYS), type: "DOUBLE" as const })),
    ],
  });
  return cwd;
}

it("CSV files, a long and a wide Parquet file of the same numbers give the same bits", async () => {
  const cwd = threeForms();
  const ask = async (...data: string[]) => {
    const { rows } = jsonOf(await run(cwd, "regimes", ...data, "--states", "2", "--no-compare", "--json", "-o", "out.jsonl"));
    const told = rows.map(({ series, values, from, to, data, answer }) => ({ series: String(series), values, from, to, data, answer }));
    return told.sort((a, b) => a.series.localeCompare(b.series));
  };
  const files = await ask(...NAMES.map((name) => `${name}.csv`));
  expect(files.map(({ series, values }) => [series, values])).toEqual(NAMES.map((name) => [name, DAYS]));
  expect(await ask("long.parquet")).toEqual(files);
  expect(await ask("wide.parquet")).toEqual(files);
});

it("results are Parquet that carries its plan", async () => {
  const cwd = threeForms();
  writeFileSync(join(cwd, "DDD.csv"), "nothing\n");
  const { code } = await run(cwd, "fit", "garch", "AAA.csv", "DDD.csv", "--dist", "t");
  expect(code).toBe(1);
  const file = await asyncBufferFromFile(join(cwd, "garch.parquet"));
  const rows = await parquetReadObjects({ file });
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ series: "AAA", values: DAYS, "fit.model.distribution": "t", failure: null });
  expect(rows[0]["fit.persistence"]).toBeGreaterThan(0);
  expect(rows[1]).toMatchObject({ series: "DDD", failure: "Invalid CSV format", answer: null });
  const { key_value_metadata: told } = await parquetMetadataAsync(file);
  const plan = JSON.parse(told?.[0].value ?? "") as Record<string, unknown>;
  expect(plan).toMatchObject({ question: "garch", settings: { distribution: "t", p: 1 }, series: 2, failed: 1 });
  expect(JSON.parse(readFileSync(join(cwd, "garch.parquet.run.json"), "utf8"))).toEqual(plan);
});

it("an address is read by ranges", async () => {
  const cwd = folder();
  const [symbols, days] = [Array.from({ length: 40 }, (_, k) => `S${k}`), 2000];
  const filename = join(cwd, "far.parquet");
  const column = (seed: number) => symbols.flatMap((_, k) => prices(k + seed, days));
  parquetWriteFile({
    filename,
    rowGroupSize: 10 * days,
    columnData: [
      { name: "symbol", data: symbols.flatMap((name) => Array<string>(days).fill(name)), type: "STRING" },
      { name: "value", data: column(0), type: "DOUBLE" },
      ...["a", "b", "c", "d"].map((name, k) => ({ name, data: column(100 * k), type: "DOUBLE" as const })),
    ],
  });
  const bytes = readFileSync(filename);
  let sent = 0;
  const server = createServer((request, response) => {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    const [from, to] = range ? [Number(range[1]), range[2] ? Number(range[2]) + 1 : bytes.length] : [0, bytes.length];
    const piece = bytes.subarray(from, to);
    const headers = { "Content-Length": piece.length, "Accept-Ranges": "bytes" };
    response.writeHead(range ? 206 : 200, range ? { ...headers, "Content-Range": `bytes ${from}-${to - 1}/${bytes.length}` } : headers);
    if (request.method === "HEAD") return void response.end();
    sent += piece.length;
    response.end(piece);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const ended = await run(cwd, "fit", "garch", `http://127.0.0.1:${address.port}/far.parquet`, "--json", "--threads", "1");
  const { rows, summary } = jsonOf(ended);
  expect(summary).toMatchObject({ done: 40, failed: 0 });
  expect(rows).toHaveLength(40);
  // Four of five numeric columns are never requested; the end of the file is read twice.
  expect(sent).toBeLessThan(0.6 * bytes.length);
});
