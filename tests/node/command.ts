import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

export const COMMAND = resolve("dist-node/prospect.mjs");

export const start = (cwd: string, ...args: string[]) => spawn(process.execPath, [COMMAND, ...args], { cwd });

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Waits until a command ends. */
export function ended(child: ReturnType<typeof start>): Promise<Ended> {
  let [out, err] = ["", ""];
  child.stdout.on("data", (piece) => {
    out += piece;
  });
  child.stderr.on("data", (piece) => {
    err += piece;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

export const run = (cwd: string, ...args: string[]): Promise<Ended> => ended(start(cwd, ...args));

/** A temporary folder for a test, removed afterwards. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "prospect-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A random-walk price with calm and volatile periods, the same for the same seed. */
export function prices(seed: number, length: number): number[] {
  let [state, variance, price] = [seed + 1, 1, 100];
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return Array.from({ length }, () => {
    const shock = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const move = Math.sqrt(variance) * shock;
    variance = 0.05 + 0.08 * move * move + 0.87 * variance;
    price *= Math.exp(move / 100);
    return price;
  });
}

export const dateOf = (row: number) => new Date(Date.UTC(2015, 0, 1 + row)).toISOString().slice(0, 10);

export function writePrices(path: string, seed: number, length: number): void {
  const rows = prices(seed, length).map((price, row) => `${dateOf(row)},${price}`);
  writeFileSync(path, `Date,Close\n${rows.join("\n")}\n`);
}

/** The rows of a run with `--json`, and its summary. */
export function jsonOf({ out }: Ended) {
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const rows = lines.filter(({ summary }) => summary === undefined);
  return { rows, summary: lines.at(-1)?.summary as { digest: string; finished: boolean; done: number; failed: number } };
}
