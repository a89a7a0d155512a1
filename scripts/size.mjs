// Weighs what a first visit to /garch-model loads, compressed, and fails over the budget: JS <= 260 kB, wasm <= 60 kB (gzip).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const BUDGET = { js: 260_000, wasm: 60_000 };
const SCREEN = "src/tools/garch-model/garch-model.tsx";
const dist = "dist";
const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));

/** Files of a chunk, of everything it imports statically, and of the chunks the screen loads at once. */
function collect(key, files = new Set(), seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return files;
  seen.add(key);
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const next of chunk.imports ?? []) collect(next, files, seen);
  return files;
}

const screen = collect(SCREEN);
if (screen.size === 0) throw new Error(`${SCREEN} is not in the build's manifest`);
const assets = readdirSync(join(dist, "assets")).map((name) => `assets/${name}`);
// Lazy parts of the screen (its charts and tabs) are fetched on the first visit too, so they count.
for (const key of manifest[SCREEN].dynamicImports ?? []) collect(key, screen);
const first = new Set([...collect("index.html"), ...screen]);
for (const asset of assets) if (/worker-[^/]*\.js$/.test(asset) || asset.endsWith(".wasm")) first.add(asset);

const kinds = { js: 0, css: 0, wasm: 0 };
const brotli = { js: 0, css: 0, wasm: 0 };
const rows = [];
for (const file of first) {
  const kind = file.split(".").pop();
  if (!(kind in kinds)) continue;
  const bytes = readFileSync(join(dist, file));
  const zipped = gzipSync(bytes, { level: 9 }).length;
  kinds[kind] += zipped;
  brotli[kind] += brotliCompressSync(bytes).length;
  rows.push([zipped, bytes.length, file]);
}
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
rows.sort((a, b) => b[0] - a[0]);
console.log("First load of /garch-model          gzip        raw");
for (const [zipped, raw, file] of rows) console.log(`  ${file.padEnd(52)}${kB(zipped)} ${kB(raw)}`);
for (const [kind, bytes] of Object.entries(kinds)) {
  const limit = BUDGET[kind] ? ` of ${kB(BUDGET[kind]).trim()}` : "";
  console.log(`${kind.padEnd(5)}${kB(bytes)} gzip${limit}, ${kB(brotli[kind]).trim()} brotli`);
}
const over = Object.keys(BUDGET).filter((kind) => kinds[kind] > BUDGET[kind]);
if (over.length > 0) {
  console.error(`Over the budget: ${over.join(", ")}`);
  process.exitCode = 1;
}
