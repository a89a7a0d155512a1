// Files of ten million rows opened in a data field: node tests/bench/formats.mjs [rows] [address] [folder]
// It needs a served build (`npm start`) at the address. A line per format: seconds from the choice of the file to the count of its rows on screen, the
// rate by its bytes, the tasks of 50 ms and more of the page's main thread meanwhile, and what the longest frame ran. Of Parquet also hyparquet alone, in
// Node. Files stay in the folder, where one is named, and are read again.
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { columnFromArray, float64, TimeUnit, tableFromColumns, tableToIPC, timestamp } from "@uwdata/flechette";
import { parquetRead } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { parquetWriteBuffer } from "hyparquet-writer";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/browsers.mjs";

const rows = Number(process.argv[2] ?? 10_000_000);
const origin = process.argv[3] ?? "http://localhost:4173";
const kept = process.argv[4];
const folder = kept ?? mkdtempSync(join(tmpdir(), "prospect-formats-"));
mkdirSync(folder, { recursive: true });
const at = (name) => join(folder, name);

const FILES = ["plain.parquet", "snappy.parquet", "bars.arrow", "bars.csv", "bars.csv.gz"];

/** Minute bars: moments, and closes with two decimals. */
const moments = Float64Array.from({ length: rows }, (_, row) => Date.UTC(2000, 0, 1) + row * 60_000);
const closes = new Float64Array(rows);
let state = 1;
let price = 100;
for (let row = 0; row < rows; row++) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  price *= 1 + (state / 4_294_967_296 - 0.5) * 0.01 + 1e-4 * (1 - price / 100);
  closes[row] = Math.round(price * 100) / 100;
}

async function writeCsv(path) {
  async function* lines() {
    yield "date,close\n";
    for (let from = 0; from < rows; from += 100_000) {
      let text = "";
      for (let row = from; row < Math.min(rows, from + 100_000); row++)
        text += `${new Date(moments[row]).toISOString().slice(0, 16).replace("T", " ")},${closes[row].toFixed(2)}\n`;
      yield text;
    }
  }
  await pipeline(lines, createWriteStream(path));
}

const parquet = (codec) =>
  Buffer.from(
    parquetWriteBuffer({
      codec,
      columnData: [
        { name: "date", data: BigInt64Array.from(moments, BigInt), type: "INT64" },
        { name: "close", data: closes, type: "DOUBLE" },
      ],
    }),
  );

function arrow() {
  const date = columnFromArray(Array.from(moments), timestamp(TimeUnit.MILLISECOND));
  return tableToIPC(tableFromColumns({ date, close: columnFromArray(closes, float64()) }), { format: "file" });
}

async function writeFiles() {
  writeFileSync(at("plain.parquet"), parquet("UNCOMPRESSED"));
  writeFileSync(at("snappy.parquet"), parquet("SNAPPY"));
  writeFileSync(at("bars.arrow"), arrow());
  await writeCsv(at("bars.csv"));
  await pipeline(createReadStream(at("bars.csv")), createGzip(), createWriteStream(at("bars.csv.gz")));
}

if (!FILES.every((name) => existsSync(at(name)))) await writeFiles();
if (origin === "none") process.exit();

const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: CHROMIUM_ARGS });

/** Runs in the page before its own scripts: tasks of 50 ms and more, as the browser counts them. */
function watchTasks() {
  ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
  globalThis.longTasks = [];
  globalThis.longFrames = [];
  new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "longtask",
  });
  new PerformanceObserver((list) => {
    for (const { duration, scripts } of list.getEntries())
      globalThis.longFrames.push({
        duration,
        ran: scripts.map((one) => `${one.invoker} ${one.sourceFunctionName} ${Math.round(one.duration)} ms`),
      });
  }).observe({ type: "long-animation-frame" });
}

async function open(name) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchTasks);
  await page.goto(`${origin}/garch-model`);
  await page.locator("main h1").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    globalThis.longTasks.length = 0;
    globalThis.longFrames.length = 0;
  });
  const began = performance.now();
  await page.locator("main input[type=file]").first().setInputFiles(at(name));
  await page
    .getByText(`${rows.toLocaleString("en-US")} `)
    .first()
    .waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - began) / 1000;
  // What is drawn and written down after the count belongs to the opening too.
  await page.waitForTimeout(3000);
  const { tasks, frames } = await page.evaluate(() => ({ tasks: globalThis.longTasks, frames: globalThis.longFrames }));
  const bytes = statSync(at(name)).size;
  const longest = tasks.length === 0 ? "none of 50 ms" : `${Math.round(Math.max(...tasks))} ms (${tasks.length} of 50 ms and more)`;
  console.log(
    `${name}: ${(bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(2)} s, ${(bytes / seconds / 1e9).toFixed(3)} GB/s, longest task ${longest}`,
  );
  for (const { duration, ran } of frames.toSorted((one, other) => other.duration - one.duration).slice(0, 2))
    console.log(`  a frame of ${Math.round(duration)} ms: ${ran.join("; ") || "no script"}`);
  await context.close();
}

async function alone(name) {
  const bytes = readFileSync(at(name));
  const began = performance.now();
  await parquetRead({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), compressors, onChunk: () => undefined });
  const seconds = (performance.now() - began) / 1000;
  console.log(`${name}, hyparquet alone: ${seconds.toFixed(2)} s, ${(bytes.length / seconds / 1e9).toFixed(3)} GB/s`);
}

try {
  for (const name of FILES) await open(name);
  for (const name of FILES.slice(0, 2)) await alone(name);
} finally {
  await browser.close();
  if (!kept) rmSync(folder, { recursive: true, force: true });
}
