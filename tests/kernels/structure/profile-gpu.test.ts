import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { compareFurther } from "../../../workers/structure/compare-further";
import { compareOnGpu, type GpuProfile } from "../../../workers/structure/gpu/compare-on-gpu";
import { RowSearch } from "../../../workers/structure/gpu/nearest-rows";
import { errorBound } from "../../../workers/structure/gpu/profile-shader";
import { profileOf } from "../../../workers/structure/matrix-profile";
import { allPairs, blocksOf, type Diagonals, diagonalsOf, exclusionOf } from "../../../workers/structure/profile-order";
import type { ProfilePart } from "../../../workers/structure/profile-part";
import type { StructureKernels } from "../../../workers/structure/steps";
import { resultOf } from "../../fixtures/failure-text";
import { family, inLongRuns, LONG } from "../../fixtures/in-all";
import { testContext } from "../context";
import { randomWalk, uniforms } from "../reference/random";
import { matrixProfileTwin, nearestRowsTwin, shapesTwin } from "../reference/shapes";

const WIDTH = 22;
/** The kernels' tolerance for a correlation. */
const TOLERANCE = 1e-11;

/** The tests use a software adapter, which the app would not request; here it does not identify itself as one. */
const imitated = typeof GPUAdapterInfo === "undefined" ? null : await navigator.gpu.requestAdapter();
const missing = imitated ? "" : " (skipped: no WebGPU adapter in this engine)";

let context: JobContext;
let structure: StructureKernels;
beforeAll(async () => {
  if (imitated) Object.defineProperty(GPUAdapterInfo.prototype, "isFallbackAdapter", { get: () => false, configurable: true });
  context = await testContext();
  structure = await context.load("structure");
});

function of(values: Float64Array): { values: Float64Array; diagonals: Diagonals } {
  const diagonals = diagonalsOf(values.length, WIDTH);
  if (!diagonals) throw new Error("too short");
  return { values, diagonals };
}

async function onGpu(values: Float64Array, given = context): Promise<{ known: GpuProfile; rounds: number }> {
  const asked = of(values);
  let known: GpuProfile | null = null;
  for (let rounds = 1; ; rounds++) {
    known = await compareOnGpu(given, structure, { ...asked, known, least: 0 });
    if (!known) throw new Error("nothing came of the graphics processor");
    if (known.blocks === blocksOf(asked.diagonals)) return { known, rounds };
  }
}

async function onProcessor(values: Float64Array): Promise<ProfilePart> {
  const { diagonals } = of(values);
  return resultOf(await compareFurther(context, structure, { values, diagonals, known: null }, allPairs(diagonals)));
}

const largest = (differences: Float64Array): number => differences.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** Prices in whole cents that hardly move: many windows have the same shape. */
function ticks(n: number): Float64Array {
  const next = uniforms(5);
  let price = 10_000;
  return Float64Array.from({ length: n }, () => {
    const step = next();
    price += step < 0.05 ? -1 : step > 0.95 ? 1 : 0;
    return Math.log(price / 10_000);
  });
}

/** A walk whose steps are occasionally a thousand times as large. */
function wild(n: number): Float64Array {
  const next = uniforms(11);
  let level = 0;
  return Float64Array.from({ length: n }, (_, t) => {
    level += (next() - 0.5) * (t % 500 < 20 ? 1 : 0.001);
    return level;
  });
}

const WALK = randomWalk(1500, 3).map(Math.log);
const SHORT = of(randomWalk(600, 3).map(Math.log));

afterEach(() => {
  vi.restoreAllMocks();
});

describe(`a matrix profile on the graphics processor${missing}`, () => {
  it.skipIf(!imitated)("of a random walk is that of the processor, pairs, motifs and discords", async () => {
    const { known } = await onGpu(WALK);
    const expected = await onProcessor(WALK);
    expect(known.difference).toBeGreaterThan(0);
    expect(known.difference).toBeLessThan(known.bound);
    expect(known.rechecked).toBeGreaterThanOrEqual(WALK.length - WIDTH + 1);
    expect(largest(known.best.map((correlation, i) => correlation - expected.best[i]))).toBeLessThan(TOLERANCE);
    expect(known.partner).toEqual(expected.partner);
    const picks = (part: ProfilePart) => {
      const { motifs, discords } = profileOf(context, structure, { ...of(WALK), known: part }, { motifs: 3, discords: 5 });
      return [...motifs.map(({ first, second }) => [first, second]), ...discords.map(({ index, nearest }) => [index, nearest])];
    };
    expect(picks(known)).toEqual(picks(expected));
  });

  const CASES: [string, Float64Array, samePairs: boolean][] = [
    ["a walk that is calm and wild by turns", wild(1000), true],
    ["a walk that stands still for a while", randomWalk(900, 6).map(Math.log).fill(5, 300, 420), true],
    ["prices in cents that hardly move", ticks(900), false],
    ["few values", randomWalk(60, 2), true],
  ];
  family(
    CASES,
    ([name]) => LONG || !name.startsWith("a walk that stands"),
    (cases) =>
      it.skipIf(!imitated).each(cases)("of %s is that of all pairs one by one", async (_, values, samePairs) => {
        const { known } = await onGpu(values);
        const twin = matrixProfileTwin(values, WIDTH, exclusionOf(WIDTH));
        // Among repeated shapes, any of the equally near ones may be named.
        if (samePairs) expect(known.partner).toEqual(Int32Array.from(twin, ({ neighbor }) => neighbor));
        const best = Float64Array.from(twin, ({ distance, neighbor }) => (neighbor < 0 ? -2 : 1 - distance ** 2 / (2 * WIDTH)));
        // The twin calls no distance below 0.
        expect(largest(known.best.map((correlation, i) => Math.min(1, correlation) - best[i]))).toBeLessThan(TOLERANCE);
      }),
  );

  inLongRuns(() =>
    it.skipIf(!imitated)("has the same bits in one round and in many", async () => {
      const { known, rounds } = await onGpu(WALK);
      let time = 0;
      const hurried = await onGpu(WALK, { ...context, elapsed: () => (time += 10_000) });
      expect(hurried.rounds).toBe(2);
      expect(rounds).toBeLessThanOrEqual(2);
      expect([hurried.known.best, hurried.known.partner]).toEqual([known.best, known.partner]);
    }),
  );

  it.skipIf(!imitated)("finds the rows of its plain twin, correlations within the bound", async () => {
    const values = randomWalk(300, 9).fill(5, 100, 140);
    const { diagonals } = of(values);
    const shapes = shapesTwin(values, WIDTH);
    const device = await imitated?.requestDevice();
    if (!device) throw new Error("no device");
    const search = new RowSearch(device, diagonals);
    search.put(0, Float32Array.from(shapes.flatMap((shape) => Array.from(shape))));
    for (const [from, to] of [
      [200, diagonals.windows],
      [0, 130],
      [130, 200],
    ] as const)
      await search.look(from, to, () => undefined);
    const { correlations } = await search.read();
    device.destroy();
    nearestRowsTwin(shapes, diagonals.first).forEach((rows, i) => {
      rows.forEach(({ correlation }, k) => {
        expect(Math.abs(correlations[4 * i + k] - correlation)).toBeLessThan(2 * errorBound(WIDTH));
      });
    });
  });

  it.skipIf(!imitated)("is canceled between two pieces, and leaves the arena as it was", async () => {
    for (const at of [1, 5]) {
      const canceling = await testContext(at);
      const kernels = await canceling.load("structure");
      const mark = canceling.kernels.arenaMark();
      await expect(compareOnGpu(canceling, kernels, { ...SHORT, known: null, least: 0 })).rejects.toThrow(Canceled);
      expect(canceling.kernels.arenaMark()).toBe(mark);
    }
  });
});

/** Changes the answers of the GPU. */
function answering(change: (correlations: Float32Array, rows: Uint32Array) => void): void {
  const real = RowSearch.prototype.read;
  vi.spyOn(RowSearch.prototype, "read").mockImplementation(async function (this: RowSearch) {
    const found = await real.call(this);
    change(found.correlations, found.rows);
    return found;
  });
}

const FAULTS: Record<string, () => void> = {
  "has no adapter": () => void vi.spyOn(GPU.prototype, "requestAdapter").mockResolvedValue(null),
  "refuses to answer": () => void vi.spyOn(GPU.prototype, "requestAdapter").mockRejectedValue(new DOMException("no", "OperationError")),
  "is imitated": () => void vi.spyOn(GPUAdapterInfo.prototype, "isFallbackAdapter", "get").mockReturnValue(true),
  "refuses a device": () =>
    void vi.spyOn(GPUAdapter.prototype, "requestDevice").mockRejectedValue(new DOMException("no", "OperationError")),
  "is lost": () => {
    const real = GPUQueue.prototype.submit;
    const devices: GPUDevice[] = [];
    const make = GPUDevice.prototype.createShaderModule;
    vi.spyOn(GPUDevice.prototype, "createShaderModule").mockImplementation(function (this: GPUDevice, described) {
      devices.push(this);
      return make.call(this, described);
    });
    vi.spyOn(GPUQueue.prototype, "submit").mockImplementation(function (this: GPUQueue, list) {
      real.call(this, list);
      for (const device of devices) device.destroy();
    });
  },
  "has no memory": () => {
    const real = GPUDevice.prototype.createBuffer;
    vi.spyOn(GPUDevice.prototype, "createBuffer").mockImplementation(function (this: GPUDevice, described) {
      return real.call(this, { ...described, size: 2 ** 40 });
    });
  },
  "does not understand the shader": () => {
    const real = GPUDevice.prototype.createShaderModule;
    vi.spyOn(GPUDevice.prototype, "createShaderModule").mockImplementation(function (this: GPUDevice) {
      return real.call(this, { code: "no program" });
    });
  },
  "finds a correlation that is not there": () => answering((correlations) => (correlations[4 * 300] += 1e-4)),
  "names rows that are no neighbors": () => answering((_, rows) => rows.fill(3)),
  "names rows that do not exist": () => answering((_, rows) => rows.fill(4_000_000_000)),
  "answers nothing": () => answering((correlations) => correlations.fill(-2)),
  "answers zeros": () => answering((correlations, rows) => void [correlations.fill(0), rows.fill(0)]),
  "misses the nearest rows": () =>
    answering((correlations, rows) => {
      for (let at = 0; at < correlations.length; at += 4) {
        correlations.copyWithin(at, at + 3, at + 4).fill(-2, at + 1, at + 4);
        rows.copyWithin(at, at + 3, at + 4);
      }
    }),
};

describe(`where the graphics processor fails the processor is left to do the work${missing}`, () => {
  const stands = ["has no adapter", "is lost", "finds a correlation that is not there"];
  family(
    Object.entries(FAULTS),
    ([name]) => stands.includes(name),
    (faults) =>
      it.skipIf(!imitated).each(faults)("%s", async (_, fault) => {
        fault();
        const mark = context.kernels.arenaMark();
        expect(await compareOnGpu(context, structure, { ...SHORT, known: null, least: 0 })).toBeNull();
        expect(context.kernels.arenaMark()).toBe(mark);
      }),
  );

  inLongRuns(() =>
    it.skipIf(!imitated)("is slower than the threads", async () => {
      expect(await compareOnGpu(context, structure, { ...SHORT, known: null, least: Number.MAX_VALUE })).toBeNull();
      expect(await compareOnGpu(context, structure, { ...SHORT, known: null, least: 0 })).not.toBeNull();
    }),
  );
});
