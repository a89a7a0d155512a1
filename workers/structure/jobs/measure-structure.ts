import { because, type Cause, type Count, fail, failBecause, type Outcome, succeed } from "../../contract";
import { describeAt } from "../../numerics/describe";
import type { JobContext } from "../../runtime/job";
import { type SeriesKind, toReturns } from "../../series";
import { type LongMemory, longMemory } from "../long-memory";
import { type MatrixProfile, matrixProfile } from "../matrix-profile";
import { type Structure, structureOf } from "../measure";
import { newestPath, takePath } from "../steps";

export interface MeasureStructureInput {
  values: Float64Array;
  kind: SeriesKind | "auto";
  /** Delay of the ordinal patterns, Kaufman's period, order and window of the rolling entropy; 1, 10, 4 and 128 unless given. */
  delay?: Count;
  period?: Count;
  order?: Count;
  window?: Count;
  /** Values per window of the matrix profile; 22 unless given, 0 for none. */
  shape?: Count;
  /** Newest values the profile looks at; 20,000 unless given. */
  reach?: Count;
}

export interface MeasureStructureOutput extends Structure {
  kind: SeriesKind;
  /** Returns measured. */
  n: Count;
  /** Rows the returns lag the input. */
  offset: 0 | 1;
  memory: LongMemory | null;
  /** Profile of the log price; `start` is the row its first window begins at. */
  profile: (MatrixProfile & { start: Count }) | null;
}

/** Returns from which structure can be measured. */
export const MIN_RETURNS = 30;
const MAX_REACH = 100_000;
const DEFAULTS = { delay: 1, period: 10, order: 4, window: 128, shape: 22, reach: 20_000 };
const PICKS = { motifs: 3, discords: 5 };

function invalid({ delay, period, order, window, shape, reach }: typeof DEFAULTS): Cause | null {
  const whole = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most;
  if (!whole(order, 3, 7) || !whole(delay, 1, 1000)) return because("structure/entropyOrder");
  if (!whole(period, 1, 10_000)) return because("engine/indicatorPeriod");
  if (!whole(window, order + 1, 65_536)) return because("structure/entropyWindow");
  return (shape === 0 || whole(shape, 4, 10_000)) && whole(reach, 1, MAX_REACH) ? null : because("structure/shapeWindow");
}

/** Everything about the structure of a series: order, efficiency, scaling, memory, clustering and recurring shapes. */
export async function measureStructure(input: MeasureStructureInput, context: JobContext): Promise<Outcome<MeasureStructureOutput>> {
  const settings = { ...DEFAULTS, ...input };
  const trouble = invalid(settings);
  if (trouble) return failBecause("bad-input", trouble);
  const structure = await context.load("structure");
  const read = toReturns(context, input.values, input.kind);
  if (!read.ok) return read;
  const { returns, kind, offset } = read.value;
  const n = returns.length;
  if (n < MIN_RETURNS) return fail("bad-input", "structure/tooFew", { given: n });
  context.progress(0, "Measuring structure");
  const measured = context.arena.scope(() => {
    const address = context.arena.put(returns);
    if (!describeAt(context, address, 0, n).deviation) return null;
    const prices = kind === "prices" ? context.arena.put(input.values) : takePath(context, structure, address, n, 0);
    return {
      ...structureOf(context, structure, { address, n, prices }, settings),
      memory: longMemory(context, address, n),
    };
  });
  if (measured === null) return fail("bad-input", "series/noVariation");
  const path = newestPath(context, structure, read.value, settings.reach);
  const profile = settings.shape === 0 ? succeed(null) : await matrixProfile(context, structure, path, settings.shape, PICKS);
  if (!profile.ok) return profile;
  const start = input.values.length - path.length;
  return succeed({ kind, n, offset, ...measured, profile: profile.value && { ...profile.value, start } });
}
