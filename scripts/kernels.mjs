// Compiles assembly/ to assembly/build/kernels.wasm when a source is newer than the last build.
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(root, "assembly");
const output = join(source, "build", "kernels.wasm");
const compiler = join(root, "node_modules", "assemblyscript", "bin", "asc.js");

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function newestSource(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "build") continue;
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestSource(path) : modified(path));
  }
  return newest;
}

function compile() {
  return new Promise((resolve, reject) => {
    const asc = spawn(process.execPath, [compiler, "--config", "asconfig.json", "--target", "release"], { cwd: source });
    let text = "";
    asc.stdout.on("data", (part) => (text += part));
    asc.stderr.on("data", (part) => (text += part));
    asc.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`assembly/ does not compile:\n${text}`))));
  });
}

let last = Promise.resolve();

/** Builds the kernels when they are older than their sources. Calls queue up, so an edit during a build is never lost. */
export function buildKernels() {
  const build = async () => {
    if (newestSource(source) >= modified(output)) await compile();
  };
  last = last.then(build, build);
  return last;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildKernels().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
