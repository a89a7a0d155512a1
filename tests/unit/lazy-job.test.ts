import { afterEach, expect, it, vi } from "vitest";
import { type Outcome, succeed } from "../../workers/contract";
import type { JobContext } from "../../workers/runtime/job";
import { lazily } from "../../workers/runtime/lazy-job";

afterEach(() => vi.restoreAllMocks());
const context = {} as JobContext;

it("says that the code did not load, and tries again when it is asked again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const double = (value: number): Outcome<number> => succeed(2 * value);
  const load = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module")).mockResolvedValue(double);
  const job = lazily<number, number>(load);
  expect(await job(4, context)).toMatchObject({ ok: false, failure: { code: "not-loaded" } });
  expect(await job(4, context)).toEqual({ ok: true, value: 8 });
});

it("leaves what the job itself throws to the job layer", async () => {
  const job = lazily(async () => (): Outcome<number> => {
    throw new RangeError("a bug");
  });
  await expect(job(0, context)).rejects.toThrow("a bug");
});
