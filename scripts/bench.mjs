// Measures the kernels in Node and then in Chromium; nothing else should run meanwhile. Arguments name bench files to run alone.
import { spawnSync } from "node:child_process";

const files = process.argv.slice(2);
for (const project of ["bench", "bench-browser"]) {
  const run = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--project", project, "--reporter", "./scripts/bench-reporter.ts", ...files],
    {
      stdio: "inherit",
      env: { ...process.env, BENCH: "1", TZ: "UTC" },
    },
  );
  if (run.status !== 0) process.exitCode = 1;
}
