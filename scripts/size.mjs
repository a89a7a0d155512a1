// Measures the gzipped scripts of every screen and of a first visit to /garch-model, and fails over a budget: the first page with the home
// screen <= 158 kB of scripts, 217.1 kB with everything the shell fetches when idle; a screen adds <= 65 kB to that; the first load of
// /garch-model <= 212.1 kB of scripts, both worker entries included, and 40 kB of wasm. The first load is what is needed before the screen
// is drawn. What its lists and tooltips fetch once the page is idle counts separately, together with what the shell fetches then: <= 273.5
// kB.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const BUDGET = { js: 212_100, wasm: 40_000 };
const MAX_TOOL_QUIET = 273_500;
const MAX_AT_FIRST = 158_000;
// Chunk names change the gzipped size by tens of bytes from build to build.
const MAX_WHEN_QUIET = 217_100;
/** A form's settings come with the limits and labels that the job and the API check against: 5 kB more than when each had its own. */
const MAX_ADDED = 65_000;
const SHELL = "index.html";
const HOME = "src/pages/home/home.tsx";
const SCREEN = "src/tools/garch-model/garch-model.tsx";
/** What the shell fetches on every screen once the first one is drawn and the browser is idle. */
const WHEN_QUIET = ["src/app/background-services.tsx", "src/app/unread-mark.tsx", "src/app/user-menu-list.tsx"];
/** What a form's controls fetch then. */
const CONTROLS_WHEN_QUIET = ["src/ui/select-list.tsx", "src/ui/tooltip-box.tsx", "src/ui/info-popover.tsx"];
/** Workers that start only when a language model is called or a feed is read. */
const ASKED_FOR = /(api|feed|provider)\.worker-/;
const dist = "dist";
const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));

/** Files of a chunk and of everything it imports statically. */
function collect(key, files = new Set(), seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return files;
  seen.add(key);
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const next of chunk.imports ?? []) collect(next, files, seen);
  return files;
}

for (const key of [HOME, SCREEN, ...WHEN_QUIET, ...CONTROLS_WHEN_QUIET])
  if (!manifest[key]) throw new Error(`${key} is not in the build's manifest`);
const workers = readdirSync(join(dist, "assets"))
  .map((name) => `assets/${name}`)
  .filter((name) => (/worker-[^/]*\.js$/.test(name) && !ASKED_FOR.test(name)) || /core-[^/]*\.wasm$/.test(name));
/** Fetched when opening the address: page, screen, workers and the kernels every screen needs. */
const opening = new Set([...collect(SHELL), ...collect(SCREEN), ...workers]);
/** Fetched on demand: charts, tabs, dialogs, other screens, and the code and kernels of each job. */
const later = readdirSync(join(dist, "assets"))
  .map((name) => `assets/${name}`)
  .filter((name) => !opening.has(name));

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const isKind = (file, kind) => file.endsWith(`.${kind}`);

function fail(what) {
  console.error(`Over the budget: ${what}`);
  process.exitCode = 1;
}

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

const weights = new Map();
function gzipped(files) {
  const weight = (file) => {
    if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
    return weights.get(file);
  };
  return [...files].filter((file) => isKind(file, "js")).reduce((total, file) => total + weight(file), 0);
}

/**
 * What each screen adds, with every shared part it is the first to need: opened from an idle page, and opened as the very first page,
 * before the shell has fetched more.
 */
function weighScreens() {
  const shell = collect(SHELL);
  const quiet = WHEN_QUIET.reduce((files, key) => collect(key, files), new Set(shell));
  const first = gzipped(new Set([...shell, ...collect(HOME)]));
  const settled = gzipped(new Set([...quiet, ...collect(HOME)]));
  console.log(`\nFirst page: shell and home ${kB(first)}, with what the shell fetches once it is quiet ${kB(settled)}`);
  if (first > MAX_AT_FIRST) fail(`first page, ${kB(MAX_AT_FIRST)}`);
  if (settled > MAX_WHEN_QUIET) fail(`first page once it is quiet, ${kB(MAX_WHEN_QUIET)}`);
  console.log(`\n${"Scripts a screen adds, gzip".padEnd(42)}${"to a quiet page".padStart(20)}${"as the first page".padStart(20)}`);
  for (const key of Object.keys(manifest)) {
    const [, slug, file] = /^src\/(?:pages|tools)\/([^/]+)\/([^/]+)\.tsx$/.exec(key) ?? [];
    if (!slug || slug !== file || !manifest[key].isDynamicEntry) continue;
    const files = [...collect(key)];
    const added = gzipped(files.filter((name) => !quiet.has(name)));
    const alone = gzipped(files.filter((name) => !shell.has(name)));
    console.log(`  ${slug.padEnd(40)}${kB(added).padStart(20)}${kB(alone).padStart(20)}`);
    if (added > MAX_ADDED) fail(`${slug} adds more than ${kB(MAX_ADDED)}`);
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
const toolQuiet = gzipped([...WHEN_QUIET, ...CONTROLS_WHEN_QUIET].reduce((files, key) => collect(key, files), new Set(opening)));
console.log(`\n/garch-model once it is quiet: ${kB(toolQuiet)} of ${kB(MAX_TOOL_QUIET)} of scripts`);
if (toolQuiet > MAX_TOOL_QUIET) fail("/garch-model once it is quiet");
for (const [kind, limit] of Object.entries(BUDGET)) {
  const bytes = sum(kind, "gzip");
  console.log(`\n${kind}: ${kB(bytes)} of ${kB(limit)}`);
  if (bytes > limit) fail(kind);
}
