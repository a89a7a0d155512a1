import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseListBlock } from "../../../assembly/build/ingest-layouts.js";
import { fillPowers } from "../../../workers/ingest/powers";
import { readPriceList } from "../../../workers/ingest/price-list";
import { openText } from "../../../workers/ingest/text-source";
import { Arena } from "../../../workers/runtime/wasm/arena";
import { runs } from "../../fixtures/in-all";
import { freshKernels, testContext } from "../context";
import { numberTwin } from "../reference/number";
import { LIST_PLAN } from "./plans";

/** Values of the words by the complete list reader, including those the kernel hands back. */
async function readAll(words: string[]): Promise<Float64Array> {
  const source = await openText(new Blob([words.join("\n")]));
  const store = await readPriceList(source, { ...LIST_PLAN }, await testContext(), "test");
  return store.columns[0].subarray(0, store.length);
}

/** Values by the kernel alone; NaN for words it hands back. */
async function readPlain(words: string[]): Promise<Float64Array> {
  const kernels = await freshKernels();
  fillPowers(kernels);
  const bytes = new TextEncoder().encode(`${words.join("\n")}\n`);
  const text = kernels.arenaTake(bytes.length);
  const classes = kernels.arenaTake(256);
  const values = kernels.arenaTake(words.length * 8 + 8);
  const odds = kernels.arenaTake(words.length * 12 + 12);
  const state = kernels.arenaTake(16);
  new Uint8Array(kernels.memory.buffer, classes, 256).fill(0)[10] = 1;
  new Uint8Array(kernels.memory.buffer, text, bytes.length).set(bytes);
  const rows = kernels.parseList(
    new Arena(kernels).block(parseListBlock, {
      text,
      separators: classes,
      point: 46,
      values,
      mostRows: words.length + 1,
      odds,
      mostOdd: words.length + 1,
      state,
    }),
    0,
    bytes.length,
  );
  expect(rows).toBe(words.length);
  const [, odd, behind] = new Uint32Array(kernels.memory.buffer, state, 3);
  expect(behind).toBe(bytes.length);
  const read = new Float64Array(kernels.memory.buffer, values, rows);
  const places = new Uint32Array(kernels.memory.buffer, odds, odd * 3);
  for (let entry = 0; entry < places.length; entry += 3) read[places[entry]] = Number.NaN;
  return read;
}

/** Compares bits: Object.is distinguishes -0 from 0 and equates NaNs. */
function wrong(words: string[], values: Float64Array, allowOdd: boolean): string[] {
  return words.filter((word, index) => !Object.is(values[index], numberTwin(word)) && !(allowOdd && Number.isNaN(values[index])));
}

const fromBits = (bits: bigint) => new Float64Array(BigUint64Array.of(bits).buffer)[0];
const anyDouble = fc
  .bigInt({ min: 0n, max: (1n << 64n) - 1n })
  .map(fromBits)
  .filter(Number.isFinite);

/** Exact decimal expansion of m · 2^e, to write halfway cases in full. */
function exact(m: bigint, e: number): string {
  return e >= 0 ? (m << BigInt(e)).toString() : `${m * 5n ** BigInt(-e)}e${e}`;
}

describe("decimal numbers", () => {
  it("shortest form of any double reads back to the same bits", async () => {
    const words = fc.sample(anyDouble, { numRuns: runs(20_000), seed: 1 }).map(String);
    expect(wrong(words, await readAll(words), false)).toEqual([]);
  });

  it("17 to 25 digits round like Number", async () => {
    const digits = fc.tuple(anyDouble, fc.integer({ min: 16, max: 24 })).map(([value, more]) => value.toExponential(more));
    const words = fc.sample(digits, { numRuns: runs(20_000), seed: 2 });
    expect(wrong(words, await readAll(words), false)).toEqual([]);
    const plain = await readPlain(words);
    expect(wrong(words, plain, true)).toEqual([]);
  });

  it("the kernel itself reads prices and other plain decimals", async () => {
    const price = fc
      .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 0, max: 12 }))
      .map(([value, places]) => (value / 1000).toFixed(places));
    const words = fc.sample(price, { numRuns: runs(20_000), seed: 3 });
    expect(wrong(words, await readPlain(words), false)).toEqual([]);
  });

  it("neighbors of 2^53 and halfway cases round to even", async () => {
    const words: string[] = [];
    for (let step = -40n; step <= 40n; step++)
      words.push(String((1n << 53n) + step), `${(1n << 53n) + step}.5`, `${(1n << 54n) + step}e-3`);
    for (let e = -30; e <= 40; e++) {
      for (const m of [(1n << 53n) + 1n, (1n << 53n) + 3n, (1n << 54n) - 1n, (1n << 53n) + 12345677n]) {
        words.push(exact(m, e), exact(m * 2n + 1n, e), exact(m * 2n - 1n, e));
      }
    }
    expect(wrong(words, await readAll(words), false)).toEqual([]);
    expect(wrong(words, await readPlain(words), true)).toEqual([]);
  });

  it("every power of ten, with and without other digits, is exact or handed back", async () => {
    const words: string[] = [];
    for (let q = -360; q <= 330; q++)
      words.push(`1e${q}`, `9007199254740993e${q}`, `1844674407370955161e${q}`, `7.2057594037927933e${q}`, `9e${q}`);
    const plain = await readPlain(words);
    expect(wrong(words, plain, true)).toEqual([]);
    const normal = words.filter((word) => Number(word) >= 2.3e-308 && Number.isFinite(Number(word)));
    expect(wrong(normal, await readPlain(normal), false)).toEqual([]);
  });

  it("subnormals and overflow are left to the general reader", async () => {
    const words = [
      "5e-324",
      "2.2250738585072011e-308",
      "2.2250738585072014e-308",
      "1e-400",
      "1.7976931348623157e308",
      "4.9406564584124654e-324",
    ];
    const values = await readAll(words);
    expect(wrong(words, values, false)).toEqual([]);
    expect([...(await readPlain(["5e-324", "1e400", "1e-400"]))]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it("signs, bare points and zeros", async () => {
    const words = [
      "-0",
      "+0.0",
      "-.5",
      "5.",
      "+7",
      "00012.50",
      "0.00000000000000000000012",
      "-1E+3",
      "1e-05",
      "000000000000000000000000001.5",
    ];
    expect(wrong(words, await readAll(words), false)).toEqual([]);
    const refused = ["", ".", "-", "e5", "1e", "1e+", "--1", "1.2.3", "0x10", "1_000"].slice(1);
    expect([...(await readPlain(refused))].every(Number.isNaN)).toBe(true);
  });
});
