import { describe, expect, it } from "vitest";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { completeModel, type Distribution } from "../../../workers/volatility/garch-model";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { GarchLikelihood } from "../../../workers/volatility/likelihoods/garch-likelihood";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { MemberRows } from "../../../workers/volatility/segments/member";
import { Flag, LEFT, leadOf, MAX_LEAD, openRoom, type Room, SEGMENT, segmentsOf, shareOf } from "../../../workers/volatility/segments/room";
import type { PASSES } from "../../../workers/volatility/segments/segment-passes";
import { SegmentedLikelihood } from "../../../workers/volatility/segments/segmented-likelihood";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { testContext } from "../context";
import { logLikelihood } from "../reference/garch";
import { uniforms } from "../reference/random";

/** Seeded returns with volatility clustering. */
function clustered(n: number, seed = 5): Float64Array {
  const uniform = uniforms(seed);
  let h = 1;
  return Float64Array.from({ length: n }, () => {
    const e = Math.sqrt(3 * h) * (uniform() + uniform() + uniform() + uniform() - 2);
    h = 0.02 + 0.08 * e * e + 0.9 * h;
    return 0.03 + e;
  });
}

async function both(values: Float64Array, distribution: Distribution) {
  const model = completeModel({ p: 1, q: 1, distribution, preSample: "sample" });
  const [context, other] = [await testContext(), await testContext()];
  const series = prepareSeries(context, values, model)!;
  const again = prepareSeries(other, values, model)!;
  const room = openRoom(values, new Float64Array(values.length), false);
  return {
    room,
    whole: new GarchLikelihood(context, model, series, series.moments.backcast),
    segmented: new SegmentedLikelihood(other, model, again, room),
  };
}

/** Largest difference as a share of the largest value. */
const apart = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  const largest = Array.from(a).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]) / largest), 0);
};

const SHAPES: Record<Distribution, number[]> = { normal: [], t: [7], skewt: [7, -0.2], ged: [] };
/** A last segment of one row, of an odd number of rows, and none beyond the full ones. */
const LENGTHS = [2 * SEGMENT + 1, 2 * SEGMENT + 70_001, 2 * SEGMENT];

describe("a likelihood computed by segments", () => {
  for (const [index, distribution] of (["normal", "t", "skewt"] as const).entries()) {
    // Each sum has about 1e5 terms of either sign, added in another order: 1e-11 of the largest.
    it(`equals the likelihood computed in one pass, up to rounding: ${distribution}`, async () => {
      const values = clustered(LENGTHS[index]);
      const { room, whole, segmented } = await both(values, distribution);
      for (const [omega, alpha, beta] of [
        [0.02, 0.08, 0.9],
        [0.005, 0.02, 0.975],
        [0.5, 0.2, 0.01],
      ]) {
        const theta = Float64Array.of(0.01, omega, alpha, beta, ...SHAPES[distribution]);
        const value = whole.value(theta);
        expect(Math.abs(segmented.value(theta) / value - 1)).toBeLessThan(1e-13);
        expect(segmented.nextVariance() / whole.nextVariance()).toBeCloseTo(1, 13);
        expect(apart(whole.gradient(), segmented.gradient())).toBeLessThan(1e-11);
        const scores = whole.finalScores();
        const found = segmented.finalScores();
        expect(apart(scores.scores, found.scores)).toBeLessThan(1e-11);
        expect(apart(scores.nextLogSlopes, found.nextLogSlopes)).toBeLessThan(1e-12);
        // Without a gradient before it, as after a difference.
        segmented.value(theta);
        expect(apart(whole.curvature()!.block, segmented.curvature()!.block)).toBeLessThan(1e-11);
        segmented.value(theta);
        whole.value(theta);
        const volatility = new Float64Array(values.length);
        whole.columns(volatility, null);
        segmented.columns(room.volatility, null);
        expect(apart(volatility, room.volatility)).toBeLessThan(1e-13);
      }
    });
  }

  it("agrees with the plain recursion", async () => {
    const values = clustered(LENGTHS[0]);
    const { segmented } = await both(values, "normal");
    const { mean, scale } = segmented.series;
    const preSample = values.reduce((sum, value) => sum + (value - 0.03) ** 2, 0) / values.length;
    const normal = (z: number) => -0.5 * (z * z + Math.log(2 * Math.PI));
    const plain = logLikelihood(values, { mu: 0.03, omega: 0.02, alpha: [0.08], beta: [0.9], preSample }, normal);
    const theta = Float64Array.of((0.03 - mean) / scale, 0.02 / scale ** 2, 0.08, 0.9);
    expect(Math.abs(segmented.value(theta) / plain - 1)).toBeLessThan(1e-12);
  });

  it("uses one pass where the variance remembers for longer than a lead-in, or not at all", async () => {
    const { whole, segmented } = await both(clustered(LENGTHS[0]), "normal");
    for (const beta of [0.9985, 0]) {
      expect(leadOf(beta)).toBeNull();
      const theta = Float64Array.of(0.01, 0.001, 0.001, beta);
      expect(segmented.value(theta)).toBe(whole.value(theta));
      expect([...segmented.gradient()]).toEqual([...whole.gradient()]);
    }
  });

  it("has the same bits whichever worker computes which segment", async () => {
    const values = clustered(4 * SEGMENT + 999);
    const { room, segmented } = await both(values, "skewt");
    segmented.value(Float64Array.of(0.01, 0.02, 0.08, 0.9, ...SHAPES.skewt));
    segmented.curvature();
    segmented.value(Float64Array.of(0.01, 0.02, 0.08, 0.9, ...SHAPES.skewt));
    segmented.finalScores();
    segmented.columns(room.volatility, null);
    const board = room.board.slice();
    const volatility = room.volatility.slice();
    const segments = segmentsOf(values.length);
    for (const size of [1, 2, 3, 5]) {
      room.board.fill(Number.NaN);
      room.volatility.fill(Number.NaN);
      const members = await Promise.all(Array.from({ length: size }, async () => new MemberRows(await testContext(), room)));
      const all = (pass: (typeof PASSES)[number]) => {
        for (const [index, member] of members.entries()) member.run(pass, shareOf(index, size, segments));
      };
      for (const pass of ["value", "gradient", "curvature", "value", "scores", "columns"] as const) all(pass);
      expect(new Uint8Array(room.volatility.buffer)).toEqual(new Uint8Array(volatility.buffer));
      const differing = room.board.filter((value, i) => !Number.isNaN(value) && !Object.is(value, board[i]));
      expect([...differing]).toEqual([]);
      expect(room.board.filter(Number.isNaN).length).toBeLessThan(room.board.length / 5);
    }
  });
});

describe("the lead-in of a segment", () => {
  it("leaves an effect of the start below rounding", () => {
    for (const beta of [0.05, 0.5, 0.9, 0.99, 0.997]) {
      const lead = leadOf(beta)!;
      expect(beta ** lead).toBeLessThanOrEqual(2 ** -64 * (1 + 1e-9));
      expect(lead % 128).toBe(0);
      expect(lead).toBeLessThanOrEqual(MAX_LEAD);
    }
  });
});

describe("a fit of a long series", () => {
  it("is repeated by its driver alone if a participating worker fails", async () => {
    const shared = (length: number) => new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
    const values = shared(2 * SEGMENT + 5);
    values.set(clustered(values.length));
    const model = { p: 1, q: 1, distribution: "t", preSample: "sample" } as const;
    const input = { values, kind: "returns", model, options: DEFAULT_FIT_OPTIONS } as const;
    const context = { ...(await testContext()), column: shared };
    let joined = 0;
    const deserted: JobContext = {
      ...context,
      parallel(part, inputs, ...rest) {
        const { flags } = inputs[0] as Room;
        joined = Atomics.add(flags, Flag.joined, 1) + 1;
        Atomics.store(flags, Flag.done + joined, LEFT);
        return context.parallel(part, inputs, ...rest);
      },
    };
    const [alone, broken] = [await fitGarchJob(input, context), await fitGarchJob(input, deserted)];
    if (!alone.ok || !broken.ok) throw new Error("a fit failed");
    expect(joined).toBe(1);
    expect(broken.value.fit.estimates).toEqual(alone.value.fit.estimates);
    expect(broken.value.fit.volatility.every((sigma, t) => sigma === alone.value.fit.volatility[t])).toBe(true);
  });

  it("stops between chunks when canceled, and frees its memory", async () => {
    const values = clustered(2 * SEGMENT + 5);
    const model = { p: 1, q: 1, distribution: "normal", preSample: "sample" } as const;
    const context = await testContext(260);
    const mark = context.kernels.arenaMark();
    const input = { values, kind: "returns", model, options: DEFAULT_FIT_OPTIONS } as const;
    await expect(fitGarchJob(input, context)).rejects.toThrow(Canceled);
    expect(context.kernels.arenaMark()).toBe(mark);
  });
});
