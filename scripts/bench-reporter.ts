import { writeFileSync } from "node:fs";
import type { UserConsoleLog } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

/**
 * Prints what the benchmarks report, and otherwise only errors; verdicts, kernels, the machine's floors and skipped tests are written to
 * the file `BENCH_VERDICTS`.
 */
export default class BenchReporter implements Reporter {
  onUserConsoleLog(log: UserConsoleLog): void {
    process.stdout.write(`${log.content.trimEnd()}\n`);
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const verdicts: unknown[] = [];
    const kernels: unknown[] = [];
    const skipped: string[] = [];
    let yardstick: unknown = null;
    for (const error of errors) console.error(error);
    for (const module of modules.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId))) {
      for (const error of module.errors()) console.error(module.moduleId, error.message);
      for (const test of module.children.allTests()) {
        const meta = test.meta() as { verdicts?: unknown[]; kernels?: unknown[]; yardstick?: unknown };
        verdicts.push(...(meta.verdicts ?? []));
        kernels.push(...(meta.kernels ?? []));
        yardstick = meta.yardstick ?? yardstick;
        const result = test.result();
        if (result.state === "skipped") skipped.push(`${test.fullName}: ${result.note ?? "no reason given"}`);
        for (const error of result.errors ?? []) console.error(test.fullName, error.message);
      }
    }
    if (process.env.BENCH_VERDICTS) writeFileSync(process.env.BENCH_VERDICTS, JSON.stringify({ verdicts, kernels, skipped, yardstick }));
  }
}
