import type { UserConsoleLog } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

/** Prints what the benchmarks report, and nothing around it but errors. */
export default class BenchReporter implements Reporter {
  onUserConsoleLog(log: UserConsoleLog): void {
    process.stdout.write(log.content);
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    for (const error of errors) console.error(error);
    for (const module of modules) {
      for (const error of module.errors()) console.error(module.moduleId, error.message);
      for (const test of module.children.allTests("failed")) {
        for (const error of test.result().errors ?? []) console.error(test.fullName, error.message);
      }
    }
  }
}
