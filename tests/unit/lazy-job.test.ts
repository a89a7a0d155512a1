import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { type Outcome, succeed } from "../../workers/contract";
import type { JobContext } from "../../workers/runtime/job";
import { lazily, lazyJobs } from "../../workers/runtime/lazy-job";

afterEach(() => vi.restoreAllMocks());
const context = {} as JobContext;

it("reports that the code did not load, and retries on the next request", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const double = (value: number): Outcome<number> => succeed(2 * value);
  const load = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module")).mockResolvedValue(double);
  const job = lazily<number, number>(load);
  expect(await job(4, context)).toMatchObject({ ok: false, failure: { code: "not-loaded" } });
  expect(await job(4, context)).toEqual({ ok: true, value: 8 });
});

it("leaves exceptions of the job itself to the job layer", async () => {
  const job = lazily(async () => (): Outcome<number> => {
    throw new RangeError("a bug");
  });
  await expect(job(0, context)).rejects.toThrow("a bug");
});

it("takes the job that a module exports under its name, preferring one with the suffix Job", async () => {
  const half = (value: number): Outcome<number> => succeed(value / 2);
  const modules = { "halve-value": async () => ({ halveValue: half }), "halve-all": async () => ({ halveAll: 2, halveAllJob: half }) };
  const jobs = lazyJobs(modules);
  expect(await jobs["halve-value"](4, context)).toEqual({ ok: true, value: 2 });
  expect(await jobs["halve-all"](6, context)).toEqual({ ok: true, value: 3 });
});

it("finds the code of every job of the product", async () => {
  const table = readdirSync("workers")
    .flatMap((room) => ["jobs", "parts"].map((kind) => `workers/${room}/${kind}/index.ts`))
    .filter(existsSync);
  expect(table.length).toBeGreaterThan(20);
  for (const path of table) {
    for (const [, name, file] of readFileSync(path, "utf8").matchAll(/"([\w-]+)": \(\) => import\("\.\/([\w-]+)"\)/g)) {
      const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      const code = readFileSync(path.replace("index", file), "utf8");
      expect(code, name).toMatch(new RegExp(`export (async )?(function|const) ${camel}(Job)?\\b`));
    }
  }
});
