import { afterAll, afterEach, beforeAll, beforeEach, type RunnerTask } from "vitest";
import { PROOFS } from "./proofs";
import { called } from "./witness";
import "./equal-columns";

/** Kernels and twins called by each test of this file, in running order. */
const seen: Set<string>[] = [];
let file = "";
let tasks: readonly RunnerTask[] = [];

// Files may share a page, and with it this module's state.
beforeAll(() => {
  seen.length = 0;
});

beforeEach(({ task }) => {
  file = /tests\/kernels\/(.+)\.test\.ts$/.exec(task.file.name)?.[1] ?? "";
  tasks = task.file.tasks;
  called.clear();
});

afterEach(() => {
  seen.push(new Set(called));
});

/** Whether a test was skipped, by a filter or because a series is missing. */
const leftOut = (task: RunnerTask): boolean => task.mode === "skip" || ("tasks" in task && task.tasks.some(leftOut));

afterAll(() => {
  const wrong: string[] = [];
  for (const [twin, kernels] of Object.entries(PROOFS[file] ?? {})) {
    const compared = seen.filter((one) => one.has(twin));
    // Part of a file may be run by itself.
    if (compared.length === 0 && tasks.some(leftOut)) continue;
    for (const kernel of kernels) if (!compared.some((one) => one.has(kernel))) wrong.push(`${kernel} with ${twin}`);
  }
  if (wrong.length > 0) throw new Error(`no test of ${file} compares ${wrong.join(", ")}`);
});
