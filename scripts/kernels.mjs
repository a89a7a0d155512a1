// Compiles every module of assembly/modules/ whose sources are newer than its last build to assembly/build/<module>.{wasm,js,d.ts}.
import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { writeLayouts } from "./layouts.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(root, "assembly");
const compiler = join(root, "node_modules", "assemblyscript", "bin", "asc.js");

/**
 * The modules of a thread share one memory. Each has a block for its static data, by its position in this list; the arena
 * (assembly/lib/arena.ts) begins after the last block.
 */
const MODULES = [
  "core",
  "volatility",
  "chaos",
  "portfolio",
  "regimes",
  "risk",
  "structure",
  "factors",
  "validation",
  "backtest",
  "indicators",
  "pages",
];
const STATIC_BYTES = 128 << 10;
const MAX_MODULES = 15;
/** AssemblyScript places nothing below this, so that address 0 is never valid data. */
const FIRST_BYTE = 1024;

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const built = (name, ending) => join(source, "build", `${name}.${ending}`);

/** The latest modification time of a file and everything it imports. */
function newestSource(file, seen = new Set()) {
  if (seen.has(file)) return 0;
  seen.add(file);
  let newest = modified(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/\bfrom\s+"(\.[^"]+)"/g)) {
    newest = Math.max(newest, newestSource(`${resolve(dirname(file), path)}.ts`, seen));
  }
  return newest;
}

function compile(name, place) {
  const base = FIRST_BYTE + place * STATIC_BYTES;
  const options = [
    "--config",
    "asconfig.json",
    "--target",
    "release",
    "--memoryBase",
    `${base}`,
    "--outFile",
    `assembly/build/${name}.wasm`,
  ];
  return new Promise((resolve, reject) => {
    const asc = spawn(process.execPath, [compiler, `./assembly/modules/${name}.ts`, ...options], { cwd: root });
    let text = "";
    asc.stdout.on("data", (part) => (text += part));
    asc.stderr.on("data", (part) => (text += part));
    asc.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`assembly/modules/${name}.ts does not compile:\n${text}`))));
  });
}

/** Checks that the module's static data end within its own block. */
async function checkStaticData(name, place) {
  const memory = new WebAssembly.Memory({ initial: 32, maximum: 65_536 });
  const { instance } = await WebAssembly.instantiate(readFileSync(built(name, "wasm")), { env: { memory } });
  const over = instance.exports.staticEnd() - (FIRST_BYTE + (place + 1) * STATIC_BYTES);
  if (over > 0) throw new Error(`the static data of assembly/modules/${name}.ts are ${over} bytes too long`);
}

/** Besides its sources, every module depends on these files. */
const settings = [fileURLToPath(import.meta.url), join(root, "asconfig.json")];

async function buildStale() {
  if (MODULES.length > MAX_MODULES) throw new Error("the modules' static data no longer fit below the arena");
  await writeLayouts();
  const stale = MODULES.map((name, place) => ({ name, place })).filter(({ name }) => {
    const newest = Math.max(newestSource(join(source, "modules", `${name}.ts`)), ...settings.map(modified));
    return newest >= modified(built(name, "wasm"));
  });
  const next = async () => {
    for (let module = stale.shift(); module; module = stale.shift()) {
      await compile(module.name, module.place);
      await checkStaticData(module.name, module.place);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
}

let last = Promise.resolve();

/** Builds outdated modules. Calls queue up, so an edit during a build is never lost. */
export function buildKernels() {
  last = last.then(buildStale, buildStale);
  return last;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildKernels().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
