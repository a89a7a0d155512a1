// Runs every check in order (types, lint, build, tests) and ends with one line: "N passed, N failed".
// With --fast the browser and end-to-end tests are left out. Other arguments go to the test runner alone.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const args = process.argv.slice(2);
const fast = args.includes("--fast");
const passedOn = args.filter((arg) => arg !== "--fast");
const bin = (name, ...rest) => [process.execPath, join("node_modules", ...name.split("/")), ...rest];

const checks = [
  { name: "kernels", command: [process.execPath, "scripts/kernels.mjs"] },
  { name: "types", command: bin("typescript/bin/tsc", "-b") },
  { name: "lint", command: bin("@biomejs/biome/bin/biome", "check", ".") },
  { name: "build", command: bin("vite/bin/vite.js", "build") },
  { name: "size", command: [process.execPath, "scripts/size.mjs"] },
];

let passed = 0;
let failed = 0;
let built = false;
const env = { ...process.env, TZ: "UTC" };
const run = ([program, ...rest], extra = {}) => spawnSync(program, rest, { stdio: "inherit", env: { ...env, ...extra } }).status === 0;

if (passedOn.length === 0) {
  for (const { name, command } of checks) {
    console.log(`\n— ${name}`);
    if (run(command)) {
      passed++;
      if (name === "build") built = true;
    } else {
      failed++;
      console.error(`${name} failed`);
    }
  }
}

console.log("\n— tests");
const folder = mkdtempSync(join(tmpdir(), "prospect-"));
const tallyFile = join(folder, "tally.json");
const projects = fast ? ["--project", "unit", "--project", "kernels"] : [];
const green = run(bin("vitest/vitest.mjs", "run", ...projects, ...passedOn), { TALLY_FILE: tallyFile, FRESH_BUILD: built ? "1" : "" });
try {
  const tally = JSON.parse(readFileSync(tallyFile, "utf8"));
  passed += tally.passed;
  failed += tally.failed;
  if (!green && tally.failed === 0) failed++;
} catch {
  failed++;
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
