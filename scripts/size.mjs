// Weighs what a first visit to /garch-model loads, compressed, and fails over the budget: JS <= 260 kB, wasm <= 60 kB (gzip).
// Before that the scripts of each screen: the first page with the home screen <= 200 kB; what each other adds to the shell is told.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const BUDGET = { js: 260_000, wasm: 60_000 };
/** Scripts of the first page with the home screen. */
const MOST_AT_FIRST = 200_000;
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

if (!manifest[SCREEN]) throw new Error(`${SCREEN} is not in the build's manifest`);
const workers = readdirSync(join(dist, "assets"))
  .map((name) => `assets/${name}`)
  .filter((name) => /worker-[^/]*\.js$/.test(name) || /core-[^/]*\.wasm$/.test(name));
/** What opening the address fetches: page, screen, the workers and the kernels every screen needs. */
const opening = new Set([...collect("index.html"), ...collect(SCREEN), ...workers]);
/** What follows when something is asked for: charts, tabs, dialogs, other screens, and the code and kernels of each job. */
const later = readdirSync(join(dist, "assets"))
  .map((name) => `assets/${name}`)
  .filter((name) => !opening.has(name));

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const isKind = (file, kind) => file.endsWith(`.${kind}`);

function weigh(title, files) {
  const rows = [...files].map((file) => {
    const bytes = readFileSync(join(dist, file));
    return { file, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
  });
  console.log(`\n${title.padEnd(52)}${"gzip".padStart(10)}${"raw".padStart(11)}`);
  for (const { file, gzip, raw } of rows.filter(({ gzip }) => gzip >= 1000).sort((a, b) => b.gzip - a.gzip)) {
    console.log(`  ${file.padEnd(50)}${kB(gzip).padStart(10)}${kB(raw).padStart(11)}`);
  }
  const sum = (kind, key) => rows.filter(({ file }) => isKind(file, kind)).reduce((total, row) => total + row[key], 0);
  for (const kind of ["js", "css", "wasm"])
    console.log(`${kind.padEnd(5)}${kB(sum(kind, "gzip"))} gzip, ${kB(sum(kind, "brotli"))} brotli`);
  return sum;
}

/** Scripts of each screen before anything is asked for: those of the shell, and what the screen adds to them. */
function weighScreens() {
  const scripts = (files) => [...files].filter((file) => isKind(file, "js"));
  const gzipped = (files) => files.reduce((total, file) => total + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
  const shell = scripts(collect("index.html"));
  const base = gzipped(shell);
  console.log(`\n${`Scripts of each screen, gzip (shell ${kB(base)})`.padEnd(52)}${"adds".padStart(10)}`);
  for (const key of Object.keys(manifest)) {
    const [, slug, file] = /^src\/(?:pages|tools)\/([^/]+)\/([^/]+)\.tsx$/.exec(key) ?? [];
    if (!slug || slug !== file || !manifest[key].isDynamicEntry) continue;
    const added = gzipped(scripts(collect(key)).filter((script) => !shell.includes(script)));
    console.log(`  ${slug.padEnd(50)}${kB(added).padStart(10)}`);
    if (slug === "home" && base + added > MOST_AT_FIRST) {
      console.error(`Over the budget: ${slug}`);
      process.exitCode = 1;
    }
  }
}
weighScreens();

const sum = weigh(
  "First load of /garch-model",
  [...opening].filter((file) => !isKind(file, "woff2")),
);
weigh(
  "Fetched when asked for",
  later.filter((file) => !isKind(file, "woff2")),
);
for (const [kind, limit] of Object.entries(BUDGET)) {
  const bytes = sum(kind, "gzip");
  console.log(`\n${kind}: ${kB(bytes)} of ${kB(limit)}`);
  if (bytes > limit) {
    console.error(`Over the budget: ${kind}`);
    process.exitCode = 1;
  }
}
