import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folder, jsonOf, run, writePrices } from "./command";

it("portfolio: one row for all series together, whose weights sum to one", async () => {
  const cwd = folder();
  const names = ["A", "B", "C"];
  for (const [k, name] of names.entries()) writePrices(join(cwd, `${name}.csv`), k, 400);
  const files = names.map((name) => `${name}.csv`);
  const { rows, summary } = jsonOf(await run(cwd, "portfolio", ...files, "--objective", "minimum-variance", "--json", "-o", "p.csv"));
  expect(summary).toMatchObject({ finished: true, done: 1, failed: 0 });
  expect(rows).toHaveLength(1);
  expect(rows[0].series).toBe("3 series");
  const weights = names.map((name) => Number(rows[0][`weights.${name}`]));
  expect(weights.every((weight) => weight >= 0)).toBe(true);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
  // An unreadable series is named, and no portfolio is computed without it.
  const missing = jsonOf(await run(cwd, "portfolio", ...files, "gone.csv", "--json", "-o", "q.csv"));
  expect(missing.summary.failed).toBe(1);
  expect(missing.rows[0].failure).toContain("gone.csv: Failed to read file");
});

it("convert: a report of trading results becomes named figures, and a missing file is named", async () => {
  const cwd = folder();
  writeFileSync(join(cwd, "report.txt"), "Total Return: 12.5%\nSharpe Ratio: 1.4\nMax Drawdown: -8.2%\nWin Rate: 55%\n");
  const { rows, summary } = jsonOf(await run(cwd, "convert", "report.txt", "gone.txt", "--json", "-o", "c.csv"));
  expect(summary).toMatchObject({ finished: true, done: 2, failed: 1 });
  const read = rows.find(({ series }) => series === "report") ?? {};
  expect(read.failure).toBeUndefined();
  expect(Object.values(read)).toContain(1.4);
  expect(rows.find(({ series }) => series === "gone")?.failure).toContain("Failed to read file");
});

it("two runs do not write the same results file; the lock of a dead process is taken over", async () => {
  const cwd = folder();
  writePrices(join(cwd, "A.csv"), 0, 300);
  const lock = join(cwd, "out.csv.journal.lock");
  const ask = () => run(cwd, "fit", "garch", "A.csv", "-o", "out.csv");
  writeFileSync(lock, JSON.stringify({ machine: hostname(), process: process.pid }));
  const { code, err } = await ask();
  expect([code, err]).toEqual([2, expect.stringContaining(`is being written by process ${process.pid}`)]);
  // No process has this id.
  writeFileSync(lock, JSON.stringify({ machine: hostname(), process: 2 ** 22 + 1 }));
  expect((await ask()).code).toBe(0);
});
