import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { parquetWriteFile } from "hyparquet-writer";
import { expect, it } from "vitest";
import { AXES_DEFAULT, combinationsOf, jobAxes } from "../../src/strategies/axes";
import { jobs } from "../../workers/jobs";
import { resultOf } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";
import { COMMAND, dateOf, ended, folder, jsonOf, prices, run, start, writePrices } from "./command";

/** Writes a test's series as files. */
function series(path: string, count: number, length: number): string[] {
  const names = Array.from({ length: count }, (_, k) => `s${String(k).padStart(3, "0")}.csv`);
  mkdirSync(join(path, "prices"), { recursive: true });
  for (const [k, name] of names.entries()) writePrices(join(path, "prices", name), k, length);
  return names.map((name) => join("prices", name));
}

it("a series by the command has the bits of the job that a page runs", async () => {
  const cwd = folder();
  const [name] = series(cwd, 1, 600);
  const { rows } = jsonOf(await run(cwd, "fit", "garch", name, "--dist", "skewt", "--json", "-o", "fits.csv"));
  const context = await testContext();
  const read = resultOf(await jobs["read-series"]({ source: readFileSync(join(cwd, name), "utf8"), name, origin: "file" }, context));
  const fitted = resultOf(
    await jobs["fit-garch"](
      {
        values: read.columns[read.primary].values,
        kind: "auto",
        model: {
          p: 1,
          q: 1,
          distribution: "skewt",
          preSample: "sample",
          variance: "garch",
          mean: "constant",
          targeting: false,
          decay: null,
        },
        options: { nuStart: null, lambdaStart: 0, tolerance: 1e-10, maxIterations: 60 },
      },
      context,
    ),
  );
  const digest = await jobs["digest-value"]({ value: fitted }, context);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ data: read.hash, answer: digest.ok && digest.value.digest });
  expect(rows[0]["fit.persistence"]).toBe(fitted.fit.persistence);
});

it("a sweep without settings uses the grid of the screen", async () => {
  const cwd = folder();
  const [name] = series(cwd, 1, 300);
  const { rows } = jsonOf(await run(cwd, "sweep", name, "--json", "-o", "sweep.csv"));
  expect(rows).toHaveLength(1);
  expect(rows[0].combinations).toBe(combinationsOf(AXES_DEFAULT));
});

it("an optimization has the best parameters and both Sharpe ratios of the screen's search", async () => {
  const cwd = folder();
  const [name] = series(cwd, 1, 400);
  const ask = ["--search", "random", "--trials", "30", "--seed", "5", "--windows", "3"];
  const { rows } = jsonOf(await run(cwd, "optimize", name, ...ask, "--json", "-o", "searches.csv"));
  const context = await testContext();
  const { columns, primary, times } = resultOf(
    await jobs["read-series"]({ source: readFileSync(join(cwd, name), "utf8"), name, origin: "file" }, context),
  );
  const axes = jobAxes(AXES_DEFAULT, "random");
  const drawn = { search: "random", trials: 30, seed: 5, windows: 3 } as const;
  const bars = { close: columns[primary].values };
  const { sweep, optimized, original } = resultOf(
    await jobs["optimize-strategy"]({ bars, times, strategy: { type: "momentum" }, axes, ...drawn }, context),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    "best.lookback": sweep.optimizedParams.lookback,
    "best.threshold": sweep.optimizedParams.threshold,
    "sweep.optimized.sharpeRatio": sweep.optimized.sharpeRatio,
    "sweep.selection.dsr": sweep.selection?.dsr,
    "sweep.selection.trials": sweep.selection?.trials,
    "optimized.performance.sharpe": optimized.performance.sharpe,
    "original.performance.sharpe": original.performance.sharpe,
  });
  expect(sweep.combinations).toBe(30);
});

it("bad files among good ones are listed with their reasons and stop nothing", async () => {
  const cwd = folder();
  series(cwd, 2, 300);
  writeFileSync(join(cwd, "prices", "short.csv"), "Date,Close\n2020-01-01,1\n2020-01-02,x\n");
  writeFileSync(
    join(cwd, "prices", "wild.csv"),
    `Date,Close\n${Array.from({ length: 200 }, (_, k) => `${dateOf(k)},${k === 7 ? -5 : 100 + (k % 9)}`).join("\n")}\n`,
  );
  const twice = Array.from({ length: 300 }, (_, k) => `${dateOf(k >> 1)},${k === 9 ? "soon" : 100 + (k % 9)}`);
  writeFileSync(join(cwd, "prices", "s001.csv"), `Date,Close\n${twice.join("\n")}\n`);
  const { code, err } = await run(cwd, "fit", "garch", "prices/*.csv", "gone.csv", "--kind", "prices", "-o", "fits.csv");
  expect(code).toBe(1);
  expect(err).toContain("2 answered, 3 failed");
  expect(err).toMatch(/short\.csv: .+row 3.+value "x"/);
  expect(err).toMatch(/wild\.csv: .*row 8 has the price -5; prices must be above 0$/m);
  expect(err).toContain("gone.csv: Failed to read file");
  const lines = readFileSync(join(cwd, "fits.csv"), "utf8").trim().split("\n");
  expect(lines).toHaveLength(6);
  expect(lines.find((line) => line.startsWith("s001"))).toContain(
    "1 dropped: not-a-number (from row 11); 149 kept: same date as the row before (from row 3)",
  );
  expect(lines[0]).toMatch(
    /^series,source,column,values,from,to,data,answer,.*reading,failure,failureCode,failureRow,failureColumn,failureValue$/,
  );
});

it("a run that was killed resumes where it stopped, and ends with the same rows", async () => {
  const cwd = folder();
  series(cwd, 40, 2500);
  const ask = ["fit", "garch", "prices", "--threads", "2", "--json"];
  const whole = jsonOf(await run(cwd, ...ask, "-o", "whole.csv"));
  const killed = start(cwd, ...ask, "-o", "fits.csv");
  const journal = join(cwd, "fits.csv.journal");
  // The journal's first line is followed by rows.
  await expect.poll(() => (existsSync(journal) ? statSync(journal).size : 0), { interval: 5, timeout: 20_000 }).toBeGreaterThan(1000);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(existsSync(join(cwd, "fits.csv"))).toBe(false);
  const resumed = jsonOf(await run(cwd, ...ask, "-o", "fits.csv"));
  expect(resumed.rows.length).toBeGreaterThan(0);
  expect(resumed.rows.length).toBeLessThan(40);
  expect(resumed.summary).toMatchObject({ finished: true, done: 40, failed: 0, digest: whole.summary.digest });
  expect(readFileSync(join(cwd, "fits.csv"), "utf8")).toBe(readFileSync(join(cwd, "whole.csv"), "utf8"));
  expect(existsSync(journal)).toBe(false);
});

/**
 * A long Parquet file: more short series than a row group of results has rows, followed by two good ones. @param first days of the first
 * series
 */
function manySeries(cwd: string, first: number): string {
  const lengths = [first, ...Array<number>(4500).fill(2), 300, 300];
  const names = lengths.flatMap((length, k) => Array<string>(length).fill(`S${String(k).padStart(5, "0")}`));
  const values = lengths.flatMap((length, k) => prices(k, length));
  const file = join(cwd, "many.parquet");
  parquetWriteFile({
    filename: file,
    rowGroupSize: 1000,
    columnData: [
      { name: "symbol", data: names, type: "STRING" },
      { name: "value", data: values, type: "DOUBLE" },
    ],
  });
  return file;
}

it.each(["parquet", "csv", "jsonl"])(
  "results as %s are the same bytes on one thread and on three, in the order of the data",
  async (format) => {
    const [cwd, other] = [folder(), folder()];
    const data = manySeries(cwd, 300);
    const output = `fits.${format}`;
    const ask = (threads: number, at: string) => run(at, "fit", "garch", data, "--threads", String(threads), "--json", "-o", output);
    const [one, three] = [jsonOf(await ask(1, cwd)), jsonOf(await ask(3, other))];
    expect(one.summary).toMatchObject({ finished: true, done: 4503, failed: 4500 });
    expect(three.summary.digest).toBe(one.summary.digest);
    const [first, second] = [cwd, other].map((path) => readFileSync(join(path, output)));
    expect(second.equals(first)).toBe(true);
    if (format !== "parquet") return;
    const file = await asyncBufferFromFile(join(other, output));
    expect((await parquetMetadataAsync(file)).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([2000, 2000, 503]);
    const rows = await parquetReadObjects({ file });
    expect(rows.map(({ series }) => series)).toEqual(Array.from({ length: 4503 }, (_, k) => `S${String(k).padStart(5, "0")}`));
    const told = new Map(one.rows.map((row) => [row.series, row]));
    for (const { series, answer, failure, ...row } of [rows[0], rows[1], rows[2000], rows[4502]]) {
      const known = told.get(series);
      expect([answer, failure, row["fit.persistence"]]).toEqual([
        known?.answer ?? null,
        known?.failure ?? null,
        known?.["fit.persistence"] ?? null,
      ]);
    }
  },
);

it("results that crash the threads writing them are written nevertheless", async () => {
  const cwd = folder();
  // The last series have columns that no earlier one has, so everything is written at the end, by the threads.
  const ask = ["fit", "garch", manySeries(cwd, 2), "--json", "--threads", "2", "-o", "fits.parquet"];
  const { summary } = jsonOf(await run(cwd, ...ask));
  const whole = readFileSync(join(cwd, "fits.parquet"));
  const preload = ["--import", resolve("tests/node/faults.mjs")];
  const env = { ...process.env, FAULT_LINES: "fits.parquet.journal", FAULT_ONCE: join(cwd, "struck") };
  const struck = jsonOf(await ended(spawn(process.execPath, [...preload, COMMAND, ...ask], { cwd, env })));
  expect(existsSync(join(cwd, "struck"))).toBe(true);
  expect(struck.summary).toMatchObject({ finished: true, done: 4503, digest: summary.digest });
  expect(readFileSync(join(cwd, "fits.parquet")).equals(whole)).toBe(true);
});

it.each([["SIGINT"], ["SIGTERM"], ["SIGHUP", "SIGHUP"]] as const)("%s stops in good order", async (...signals) => {
  const cwd = folder();
  series(cwd, 40, 2500);
  const child = start(cwd, "fit", "garch", "prices", "-o", "fits.csv", "--threads", "1");
  const journal = join(cwd, "fits.csv.journal");
  await expect.poll(() => existsSync(journal) && statSync(journal).size > 1000, { interval: 5, timeout: 20_000 }).toBe(true);
  for (const signal of signals) child.kill(signal);
  const { code, err } = await ended(child);
  expect(code).toBe(130);
  expect(err).toMatch(/Stopped after \d+ of 40\. Run the same command to resume\./);
  expect(readdirSync(cwd).sort()).toEqual(["fits.csv.journal", "prices"]);
});

it("the engine runs garbage collection in threads less often than it would by itself: optimized code is lost each time", async () => {
  const cwd = folder();
  series(cwd, 1, 300);
  const told = ["--gc-global", "--trace-gc-verbose", "--trace-incremental-marking"];
  const { out } = await ended(spawn(process.execPath, [...told, COMMAND, "fit", "garch", "prices", "--threads", "1"], { cwd }));
  const factors = [...out.matchAll(/^\[\d+:(\w+)\].+ Limit: .+\((\d\.\d)\)$/gm)].map(([, heap, factor]) => ({ heap, factor }));
  const ofThread = factors.filter(({ heap }) => heap !== factors[0].heap);
  expect(new Set(ofThread.map(({ factor }) => factor))).toEqual(new Set(["5.0"]));
});
