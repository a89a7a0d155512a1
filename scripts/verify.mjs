// Runs every check (types, lint, build, tests) and ends with one line: "N passed, N failed". --fast skips browser and end-to-end tests;
// --all adds the largest and the repeated cases, axe at every width, and what the other engines can run. Other arguments are passed to the
// test runner.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFirefox, hasWebKit } from "./browsers.mjs";

const OWN = ["--fast", "--all"];
const args = process.argv.slice(2);
const passedOn = args.filter((arg) => !OWN.includes(arg));
const bin = (name, ...rest) => [process.execPath, join("node_modules", ...name.split("/")), ...rest];

/** Steps run one after the other, the checks of a step in parallel: types need the kernels' layouts, and sizes need the build. */
const STEPS = [
  [{ kernels: [process.execPath, "scripts/kernels.mjs"] }],
  [
    { types: bin("typescript/bin/tsc", "-b") },
    { lint: bin("@biomejs/biome/bin/biome", "check", ".") },
    { build: bin("vite/bin/vite.js", "build"), size: [process.execPath, "scripts/size.mjs"] },
  ],
];

const env = { ...process.env, TZ: "UTC", ...(args.includes("--all") && { TEST_ALL: "1" }) };
const seconds = (from) => ((performance.now() - from) / 1000).toFixed(1);

/** Runs a program with its output on the screen, for a limited number of minutes if given. @returns whether it succeeded */
const run = ([program, ...rest], extra, minutes) =>
  new Promise((resolve) => {
    // With a limit it gets its own process group, so that the browsers it starts are ended with it.
    const child = spawn(program, rest, { stdio: "inherit", env: { ...env, ...extra }, detached: minutes !== undefined });
    const stop = () => {
      console.error(`stopped after ${minutes} minutes`);
      process.kill(-child.pid, "SIGKILL");
    };
    const limit = minutes && setTimeout(stop, minutes * 60_000);
    const end = (well) => {
      clearTimeout(limit);
      resolve(well);
    };
    child.on("close", (code) => end(code === 0));
    child.on("error", () => end(false));
  });

/** Runs a check and prints its output at the end, so that parallel checks do not mix theirs. */
const check = (name, [program, ...rest]) =>
  new Promise((resolve) => {
    const began = performance.now();
    const said = [];
    const child = spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"], env });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => said.push(piece));
    const end = (well) => {
      console.log(`\n— ${name}, ${seconds(began)} s`);
      process.stdout.write(Buffer.concat(said));
      if (!well) console.error(`${name} failed`);
      resolve({ name, well });
    };
    child.on("close", (code) => end(code === 0));
    child.on("error", (error) => {
      said.push(Buffer.from(`${error}\n`));
      end(false);
    });
  });

async function inOrder(row) {
  const results = [];
  for (const [name, command] of Object.entries(row)) results.push(await check(name, command));
  return results;
}

let passed = 0;
let failed = 0;
let built = false;
const began = performance.now();
if (passedOn.length === 0) {
  for (const step of STEPS) {
    const results = await Promise.all(step.map(inOrder));
    for (const { name, well } of results.flat()) {
      if (well) passed++;
      else failed++;
      if (name === "build") built = well;
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "prospect-"));
/** Runs tests and counts them; a failed run without a failed test counts as one failure. */
async function test(name, passedToRunner, extra, minutes) {
  console.log(`\n— ${name}`);
  const tallyFile = join(folder, `${name}.json`);
  const green = await run(
    bin("vitest/vitest.mjs", "run", ...passedToRunner),
    { TALLY_FILE: tallyFile, FRESH_BUILD: built ? "1" : "", ...extra },
    minutes,
  );
  const tally = existsSync(tallyFile) ? JSON.parse(readFileSync(tallyFile, "utf8")) : { passed: 0, failed: 0, skipped: 0, files: 0 };
  console.log(`\n${name}: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped, in ${tally.files} files that ended`);
  passed += tally.passed;
  failed += tally.failed;
  if (!green && tally.failed === 0) failed++;
}
const projects = args.includes("--fast") ? ["unit", "kernels", "node"].flatMap((name) => ["--project", name]) : [];
await test("tests", [...projects, ...passedOn], {});
if (args.includes("--all") && passedOn.length === 0) {
  if (findFirefox()) await test("flows in Firefox", ["--project", "e2e"], { ENGINE: "firefox", TEST_ALL: "" }, 90);
  if (hasWebKit()) {
    await test("WebKitGTK", [], { WEBKIT: "1", TEST_ALL: "" }, 20);
    await test("flows in WebKitGTK", ["--project", "e2e"], { ENGINE: "webkit", TEST_ALL: "" }, 120);
  } else console.log("\nNo WebKitGTK can be driven here: its tests are skipped");
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${seconds(began)} s in all\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
