import { expect, it } from "vitest";
import { buildPyramid, minMaxPerPixel } from "../../workers/charts/pyramid";
import { benchContext } from "./context";
import { measure, median, report, tabulate } from "./measure";
import { pricePath } from "./paths";
import { plainMinMax } from "./plain";
import { atMostFloor } from "./yardstick";

const LENGTH = 10_000_000;
const BASE = 64;
/** Buckets per kernel call, as in the builder. */
const BUCKETS = 8192;
const PIXELS = 2000;
/** Time for a first measurement of a region. */
const REGION_MILLIS = 4;
/** Number of regions timed carefully. */
const SLOWEST = 10;

const context = await benchContext();
const { kernels, arena } = context;
const values = pricePath(LENGTH);

it("pyramid of ten million values", async ({ task }) => {
  const count = Math.ceil(LENGTH / BASE);
  const source = arena.put(values);
  const base = arena.take(2 * count);
  const levels: { below: number; count: number; out: number }[] = [];
  for (let below = base, size = count; size > BASE; ) {
    const out = arena.take(2 * Math.ceil(size / 4));
    levels.push({ below, count: size, out });
    below = out;
    size = Math.ceil(size / 4);
  }
  const plain = new Float64Array(2 * count);
  const twin = () => plainMinMax(values, plain);
  const baseRun = () => {
    for (let from = 0; from < count; from += BUCKETS) kernels.pyramidBase(source, LENGTH, from, Math.min(from + BUCKETS, count), base);
  };
  const upper = () => {
    for (const { below, count: size, out } of levels) kernels.pyramidLevel(below, size, out);
  };
  baseRun();
  twin();
  expect(arena.view(base, 2 * count)).toEqual(plain);
  const timings = await measure([
    { name: "base level kernel", run: baseRun },
    { name: "upper levels kernel", run: upper },
    { name: "base level plain JavaScript", run: twin },
    { name: "whole build, copies in and out included", run: () => buildPyramid(kernels, arena, values) },
  ]);
  tabulate(task.meta, "pyramidBase", LENGTH, timings[0], { twin: timings[2] });
  report(task.meta, "pyramid, 10M values", timings, { count: LENGTH, unit: "value" }, [
    atMostFloor("pyramid of 10M: base level, per byte", timings[0].millis, "copy", 8 * LENGTH, 1.4),
    atMostFloor("pyramid of 10M: upper levels, per byte of the values", timings[1].millis, "copy", 8 * LENGTH, 0.56),
  ]);
});

interface Region {
  from: number;
  to: number;
}

/** Regions of every size, from one pixel per value to the whole, at three places each, aligned and not aligned with the buckets. */
function regions(): Region[] {
  const found = [];
  for (let size = PIXELS; size < LENGTH; size *= 1.12) {
    const width = Math.floor(size);
    for (const place of [0, 0.37, 1]) {
      const from = Math.floor((LENGTH - width) * place);
      found.push({ from, to: from + width });
    }
  }
  return [...found, { from: 0, to: LENGTH }];
}

it("zoom queries into ten million values", async ({ task }) => {
  const pyramid = buildPyramid(kernels, arena, values);
  const millisOf = (from: number, to: number): number => {
    const started = performance.now();
    let calls = 0;
    while (performance.now() - started < REGION_MILLIS) {
      minMaxPerPixel(pyramid, values, from, to, PIXELS);
      calls++;
    }
    return (performance.now() - started) / calls;
  };
  const all = regions();
  const query = ({ from, to }: Region) => ({
    name: `${from}..${to} (${to - from} values)`,
    run: () => minMaxPerPixel(pyramid, values, from, to, PIXELS),
  });
  // A short measurement of each region finds the slow ones, including pauses of the whole machine; these are then timed carefully.
  const slowest = all
    .map((region) => ({ region, millis: median([1, 2, 3].map(() => millisOf(region.from, region.to))) }))
    .toSorted((a, b) => b.millis - a.millis)
    .slice(0, SLOWEST);
  const timings = await measure([query({ from: 0, to: LENGTH }), ...slowest.map(({ region }) => query(region))]);
  const worst = timings.toSorted((a, b) => b.millis - a.millis)[0];
  report(task.meta, `zoom queries to ${PIXELS} columns, ${all.length} regions of 10M values`, timings, { count: PIXELS, unit: "value" }, [
    atMostFloor("slowest zoom query into 10M values, per column", worst.millis, "chain", PIXELS, 560),
  ]);
});
