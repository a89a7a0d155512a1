import Papa from "papaparse";
import { expect, it } from "vitest";
import { readSeries } from "../../workers/ingest/jobs/read-series";
import { readText } from "../../workers/ingest/read-text";
import { Remembered } from "../../workers/ingest/remembered";
import { coldKernels, contextOf, watched } from "./context";
import { atLeast, atMost, faster, measure, report, tabulate } from "./measure";
import { nativeInput, nativePeer } from "./native";
import { type Sample, samples } from "./texts";
import { atMostFloor } from "./yardstick";

const ROWS = 1_000_000;
const kernelSet = await coldKernels();
const context = contextOf(kernelSet);
const observed = watched(kernelSet);
const watching = contextOf(observed.kernels);

/** Rows read from a Blob, the first step of every load. */
async function rowsOf(blob: Blob, within = context) {
  const read = await readText(blob, {}, { written: {}, remembered: new Remembered(null) }, within, "Reading");
  if (typeof read === "string") throw new Error(read);
  return read.store;
}

/** Milliseconds within the parse kernels alone. */
async function kernelMillis(blob: Blob): Promise<number> {
  const { total } = observed.times;
  total.clear();
  await rowsOf(blob, watching);
  return (total.get("parseList") ?? 0) + (total.get("parseTable") ?? 0);
}

/** PapaParse and `Number` on the same text, which they need not read from a Blob first. */
function papaColumn({ text, dated, rows }: Sample): Float64Array {
  const values = new Float64Array(rows + 1);
  let row = 0;
  Papa.parse<string[]>(text, {
    complete: () => undefined,
    chunk: ({ data }: Papa.ParseResult<string[]>) => {
      for (const cells of data) if (cells.length > (dated ? 1 : 0)) values[row++] = Number(cells[dated ? 1 : 0]);
    },
  });
  return values;
}

for (const sample of samples(ROWS)) {
  const { name, text, numbers, dated } = sample;
  it(`reading a million rows: ${name}`, async ({ task }) => {
    const bytes = new TextEncoder().encode(text);
    const blob = new Blob([bytes]);
    const { columns, length } = await rowsOf(blob);
    expect(length).toBe(ROWS);
    let wrong = 0;
    for (let row = 0; row < ROWS; row++) if (columns[0][row] !== Number(numbers[row])) wrong++;

    const input = nativeInput(bytes);
    const room = context.arena.takeBytes(bytes.length);
    const timings = await measure(
      [
        { name: "parse kernel within the reader", batch: () => kernelMillis(blob) },
        { name: "copy of the text into the kernels' memory", run: () => context.arena.bytes(room, bytes.length).set(bytes) },
        { name: "reader: Blob to columns", run: () => rowsOf(blob) },
        { name: "job read-series: with hash and quality", run: () => readSeries({ source: blob, name: "bench", origin: "file" }, context) },
        { name: "PapaParse (chunks) and Number", run: () => papaColumn(sample) },
        nativePeer("C++17 from_chars", dated ? "parse-table" : "parse-list", input, [], columns[0][ROWS - 1]),
      ],
      7,
    );
    const [kernel, copy, , , papa, native] = timings;
    const parsing = kernel.millis + copy.millis;
    tabulate(task.meta, `parse, ${name}, per row`, ROWS, kernel, { library: papa });
    report(task.meta, `a million rows, ${name} (${(bytes.length / 1e6).toFixed(1)} MB)`, timings, { count: bytes.length, unit: "byte" }, [
      atMostFloor(`parse kernel and copy of the text, per byte, ${name}`, parsing, "copy", bytes.length, 22),
      atLeast(`parse kernel and copy: speed of PapaParse, ${name}`, papa.millis / parsing, 20),
      faster(`parse kernel: speed of from_chars, ${name}`, native, kernel, 0.8),
      atMost(`mis-rounded of a million, ${name}`, wrong, 0, ""),
    ]);
  });
}
