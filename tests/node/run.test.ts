import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AXES_DEFAULT, combinationsOf } from "../../src/strategies/axes";
import { jobs } from "../../workers/jobs";
import { testContext } from "../kernels/context";
import { dateOf, ended, folder, jsonOf, run, start, writePrices } from "./command";

/** Series of a test, as files. */
function series(path: string, count: number, length: number): string[] {
  const names = Array.from({ length: count }, (_, k) => `s${String(k).padStart(3, "0")}.csv`);
  mkdirSync(join(path, "prices"), { recursive: true });
  for (const [k, name] of names.entries()) writePrices(join(path, "prices", name), k, length);
  return names.map((name) => join("prices", name));
}

it("a series by the command has the bits of the job that a page asks", async () => {
  const cwd = folder();
  const [name] = series(cwd, 1, 600);
  const { rows } = jsonOf(await run(cwd, "fit", "garch", name, "--dist", "skewt", "--json", "-o", "fits.csv"));
  const context = await testContext();
  const read = await jobs["read-series"]({ source: readFileSync(join(cwd, name), "utf8"), name, origin: "file" }, context);
  if (!read.ok) throw new Error(read.failure.reason);
  const fitted = await jobs["fit-garch"](
    {
      values: read.value.columns[read.value.primary].values,
      kind: "auto",
      model: { p: 1, q: 1, distribution: "skewt", preSample: "sample", variance: "garch", mean: "constant", targeting: false, decay: null },
      options: { nuStart: null, lambdaStart: 0, tolerance: 1e-10, maxIterations: 60 },
    },
    context,
  );
  if (!fitted.ok) throw new Error(fitted.failure.reason);
  const digest = await jobs["digest-value"]({ value: fitted.value }, context);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ data: read.value.hash, answer: digest.ok && digest.value.digest });
  expect(rows[0]["fit.persistence"]).toBe(fitted.value.fit.persistence);
});

it("a sweep that was told nothing goes through the grid of the screen", async () => {
  const cwd = folder();
  const [name] = series(cwd, 1, 300);
  const { rows } = jsonOf(await run(cwd, "sweep", name, "--json", "-o", "sweep.csv"));
  expect(rows).toHaveLength(1);
  expect(rows[0].combinations).toBe(combinationsOf(AXES_DEFAULT));
});

it("bad files among good ones are listed with their reasons and stop nothing", async () => {
  const cwd = folder();
  series(cwd, 2, 300);
  writeFileSync(join(cwd, "prices", "short.csv"), "Date,Close\n2020-01-01,1\n2020-01-02,x\n");
  writeFileSync(
    join(cwd, "prices", "wild.csv"),
    `Date,Close\n${Array.from({ length: 200 }, (_, k) => `${dateOf(k)},${k === 7 ? -5 : 100 + (k % 9)}`).join("\n")}\n`,
  );
  const { code, err } = await run(cwd, "fit", "garch", "prices/*.csv", "gone.csv", "--kind", "prices", "-o", "fits.csv");
  expect(code).toBe(1);
  expect(err).toContain("2 answered, 3 failed");
  expect(err).toMatch(/short\.csv: .+row 3.+value "x"/);
  expect(err).toMatch(/wild\.csv: .+row 8.+value "-5"/);
  expect(err).toContain("gone.csv: Failed to read file");
  const lines = readFileSync(join(cwd, "fits.csv"), "utf8").trim().split("\n");
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(/^series,source,column,values,from,to,data,answer,.*failure,failureCode,failureRow,failureColumn,failureValue$/);
});

it("a run that was killed goes on where it stopped, and ends with the same rows", async () => {
  const cwd = folder();
  series(cwd, 40, 2500);
  const ask = ["fit", "garch", "prices", "--threads", "2", "--json"];
  const whole = jsonOf(await run(cwd, ...ask, "-o", "whole.csv"));
  const killed = start(cwd, ...ask, "-o", "fits.csv");
  const journal = join(cwd, "fits.csv.journal");
  // Rows stand in the journal behind its first line.
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

it("Ctrl+C stops in good order", async () => {
  const cwd = folder();
  series(cwd, 40, 2500);
  const child = start(cwd, "fit", "garch", "prices", "-o", "fits.csv", "--threads", "1");
  const journal = join(cwd, "fits.csv.journal");
  await expect.poll(() => existsSync(journal) && statSync(journal).size > 1000, { interval: 5, timeout: 20_000 }).toBe(true);
  child.kill("SIGINT");
  const { code, err } = await ended(child);
  expect(code).toBe(130);
  expect(err).toMatch(/Stopped after \d+ of 40\. Run the same command to resume\./);
});
