// Measures the kernels in Node, then in Chromium and Firefox; nothing else should run at the same time. Arguments name bench files to run
// alone.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOf, slowdowns } from "./bench-history.mjs";
import { findFirefox } from "./browsers.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const files = process.argv.slice(2);
/** What was not measured, and why; printed at the end of the run. */
const leftOut = [];
const folder = mkdtempSync(join(tmpdir(), "prospect-bench-"));

/** Builds the module that measures the machine itself, which the product never loads. */
function buildYardstick() {
  const compiler = join(root, "node_modules", "assemblyscript", "bin", "asc.js");
  const words = ["./assembly/modules/yardstick.ts", "--config", "asconfig.json", "--target", "release"];
  const build = spawnSync(process.execPath, [compiler, ...words, "--outFile", "assembly/build/yardstick.wasm"], {
    cwd: root,
    encoding: "utf8",
  });
  if (build.status !== 0) throw new Error(`the yardstick does not compile:\n${build.stdout}${build.stderr}`);
}

/** Builds the native peers into the temporary folder. @returns path of their program; empty without g++ */
function buildPeers() {
  const program = join(folder, "peers");
  const source = join(root, "tests", "bench", "native", "peers.cpp");
  const build = spawnSync("g++", ["-std=c++17", "-O3", "-march=native", "-o", program, source], { encoding: "utf8" });
  if (build.error) leftOut.push("native code: no g++ here");
  else if (build.status !== 0) {
    leftOut.push("native code: the peers do not compile");
    console.error(build.stderr);
  }
  return build.status === 0 ? program : "";
}

/**
 * A Python with arch, the volatility models that fits are compared with: `BENCH_PYTHON`, or python3. @returns its name; empty if there is
 * none
 */
function findArch() {
  const python = process.env.BENCH_PYTHON ?? "python3";
  if (spawnSync(python, ["-c", "import arch, numba"]).status === 0) return python;
  leftOut.push("Python's arch: none here (pip install arch numba, and BENCH_PYTHON names the Python)");
  return "";
}

function run(project, peers, arch) {
  const verdicts = join(folder, `${project}.json`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const env = { ...process.env, BENCH: "1", TZ: "UTC", BENCH_PEERS: peers, BENCH_ARCH: arch, BENCH_VERDICTS: verdicts };
  const words = [vitest, "run", "--project", project, "--reporter", "./scripts/bench-reporter.ts", ...files];
  if (spawnSync(process.execPath, words, { cwd: root, stdio: "inherit", env }).status !== 0) process.exitCode = 1;
  return existsSync(verdicts)
    ? JSON.parse(readFileSync(verdicts, "utf8"))
    : { verdicts: [], kernels: [], yardstick: null, skipped: ["everything: the benchmarks did not end"] };
}

/** Notes what the run in one engine did not measure. */
function noteLeftOut(title, { verdicts, skipped }) {
  for (const { what, met } of verdicts) if (met === null) leftOut.push(`${title}: ${what}: no verdict`);
  for (const one of skipped) leftOut.push(`${title}: ${one}`);
}

function table(title, verdicts) {
  const count = (met) => verdicts.filter((verdict) => verdict.met === met).length;
  const millis = (value) => (value === undefined || value === null ? "-" : value.toPrecision(3)).padStart(11);
  const lines = verdicts.map(({ what, measured, goal, met, ours, rival, floor }) => {
    const word = met === null ? "-" : met ? "met" : "MISSED";
    return `  ${word.padEnd(7)}${what.padEnd(66)}${millis(ours)}${millis(rival)}${millis(floor)}${measured.padStart(15)}   goal ${goal}`;
  });
  const missing = count(null) > 0 ? `, ${count(null)} not measured` : "";
  const head = `  ${"".padEnd(73)}${["ours, ms", "rival, ms", "floor, ms"].map((word) => word.padStart(11)).join("")}`;
  console.log([`\n=== ${title}: ${count(true)} met, ${count(false)} MISSED${missing}`, head, ...lines].join("\n"));
}

/**
 * One line per kernel: cost per observation, as time and in steps of the machine's dependency chain, and the speed ratios to its rivals.
 */
function kernelTable(title, { kernels: rows, yardstick }) {
  const times = (value) => (value === null ? "-" : `${value.toFixed(value < 10 ? 1 : 0)}x`);
  const lines = rows.map(({ kernel, n, nanos, library, twin }) =>
    [
      kernel.padEnd(58),
      String(n).padStart(10),
      nanos.toFixed(2).padStart(12),
      (yardstick ? (nanos / (yardstick.chain * 1e6)).toFixed(2) : "-").padStart(8),
      times(library).padStart(12),
      times(twin).padStart(12),
    ].join(""),
  );
  const head = `${"kernel".padEnd(58)}${"n".padStart(10)}${"ns/obs".padStart(12)}${"steps".padStart(8)}${"JS package".padStart(12)}${"plain twin".padStart(12)}`;
  console.log([`\n=== ${title}: time per observation, and how many times that the rivals take`, head, ...lines].join("\n"));
}

/** The commit being measured, with a plus for uncommitted changes. */
function commit() {
  const git = (...words) => spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
  return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--untracked-files=no") === "" ? "" : "+"}`;
}

/** Appends the runs to the history and names what has become slower. */
function remember(runs) {
  const path = join(root, "tests", "bench", "history.jsonl");
  const before = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").filter(Boolean) : [];
  const history = [...before, ...runs.map((one) => JSON.stringify(one))];
  writeFileSync(path, `${history.join("\n")}\n`);
  const slower = slowdowns(history.map((line) => JSON.parse(line)));
  for (const { where, line, times, commit: since } of slower) {
    console.log(`SLOWER  ${where}: ${line}: ${times.toFixed(2)} times the runs before ${since}`);
  }
}

try {
  buildYardstick();
  const peers = buildPeers();
  const engines = [
    { title: `Node ${process.versions.node}`, where: "Node", measured: run("bench", peers, findArch()) },
    { title: "Chromium", where: "Chromium", measured: run("bench-browser", "", "") },
  ];
  if (findFirefox()) engines.push({ title: "Firefox", where: "Firefox", measured: run("bench-firefox", "", "") });
  else leftOut.push("Firefox: none here");
  for (const { title, measured } of engines) kernelTable(title, measured);
  for (const { title, measured } of engines) table(title, measured.verdicts);
  for (const { title, measured } of engines) noteLeftOut(title, measured);
  if (files.length === 0) remember(engines.map(({ where, measured }) => runOf(commit(), where, measured)));
  console.log(
    leftOut.length === 0 ? "\nLeft out: nothing" : `\nLeft out: ${leftOut.length}\n${leftOut.map((line) => `  ${line}`).join("\n")}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
