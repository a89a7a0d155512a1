// Makes the standing example of many series: one long Parquet file of symbol, date and value, a row group per forty symbols.
//   node scripts/example-data.mjs FILE [--symbols 10000] [--days 2500]
// The values are prices whose returns follow a GARCH(1,1) with Student's t of 6 degrees of freedom; the same numbers every time.
import { parseArgs } from "node:util";
import { fileWriter, ParquetWriter } from "hyparquet-writer";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { symbols: { type: "string", default: "10000" }, days: { type: "string", default: "2500" } },
});
const [path] = positionals;
const [symbols, days] = [Number(values.symbols), Number(values.days)];
if (!path || !(symbols >= 1) || !(days >= 2)) {
  console.error("node scripts/example-data.mjs FILE [--symbols 10000] [--days 2500]");
  process.exit(2);
}

const SYMBOLS_PER_GROUP = 40;
const FREEDOM = 6;
/** For returns in percent per day. */
const [OMEGA, ALPHA, BETA] = [0.02, 0.06, 0.92];

/** Uniform draws for a symbol (mulberry32). */
function uniforms(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes a symbol's prices into `out`, from `at`. */
function drawPrices(symbol, out, at) {
  const uniform = uniforms(1 + symbol * 2_654_435_761);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  let [variance, price] = [OMEGA / (1 - ALPHA - BETA), 20 + 180 * uniform()];
  for (let day = 0; day < days; day++) {
    let squares = 0;
    for (let k = 0; k < FREEDOM; k++) squares += normal() ** 2;
    const shock = Math.sqrt(variance) * normal() * Math.sqrt((FREEDOM - 2) / squares);
    variance = OMEGA + ALPHA * shock * shock + BETA * variance;
    price *= Math.exp((0.02 + shock) / 100);
    out[at + day] = price;
  }
}

/** Weekdays from the start of 2015. */
function weekdays() {
  const dates = [];
  for (let time = Date.UTC(2015, 0, 1); dates.length < days; time += 86_400_000) {
    const weekday = new Date(time).getUTCDay();
    if (weekday !== 0 && weekday !== 6) dates.push(new Date(time));
  }
  return dates;
}

const dates = weekdays();
const writer = new ParquetWriter({
  writer: fileWriter(path),
  schema: [
    { name: "root", num_children: 3 },
    { name: "symbol", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" },
    { name: "date", type: "INT32", converted_type: "DATE", repetition_type: "REQUIRED" },
    { name: "value", type: "DOUBLE", repetition_type: "REQUIRED" },
  ],
});
for (let first = 0; first < symbols; first += SYMBOLS_PER_GROUP) {
  const count = Math.min(SYMBOLS_PER_GROUP, symbols - first);
  const [names, times, prices] = [[], [], new Float64Array(count * days)];
  for (let k = 0; k < count; k++) {
    const name = `S${String(first + k).padStart(6, "0")}`;
    for (let day = 0; day < days; day++) {
      names.push(name);
      times.push(dates[day]);
    }
    drawPrices(first + k, prices, k * days);
  }
  const columnData = [
    { name: "symbol", data: names },
    { name: "date", data: times },
    { name: "value", data: prices },
  ];
  await writer.write({ columnData, rowGroupSize: count * days });
}
await writer.finish();
