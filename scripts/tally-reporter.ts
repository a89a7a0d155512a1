import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** Counts passed and failed tests; a file that cannot be loaded is one failure. Writes the counts where TALLY_FILE points, else prints them. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed++;
        else if (state === "failed") failed++;
        else skipped++;
      }
    }
    const file = process.env.TALLY_FILE;
    if (file) writeFileSync(file, JSON.stringify({ passed, failed, skipped }));
    else console.log(`\n${passed} passed, ${failed} failed`);
  }
}
