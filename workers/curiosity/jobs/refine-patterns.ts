import { type Count, type Fraction, fail, type Outcome, succeed } from "../../contract";
import { describeAt } from "../../numerics/describe";
import type { JobContext } from "../../runtime/job";
import { type SeriesKind, toReturns } from "../../series";
import {
  allPairs,
  blocksOf,
  compareFurther,
  type Diagonals,
  diagonalsOf,
  type GpuProfile,
  type MatrixProfile,
  newestPath,
  onGpu,
  type ProfileSoFar,
  profileOf,
  type StructureKernels,
  shareOf,
} from "../../structure";
import { MONTH, PICKS } from "../constants";
import { REACH } from "../schema";
import { marksOf, type Shape, type ShapeMarks, shapesOf } from "../shapes";

/** Matches found so far: by the processor, or by a graphics processor. */
export type KnownPatterns = ProfileSoFar | GpuProfile;

export interface RefinePatternsInput {
  values: Float64Array;
  kind: SeriesKind;
  /** What the patterns are marked on, a value per row; the values themselves unless given. */
  level?: Float64Array | null;
  /** What an earlier answer about the same values knew: the comparison resumes from there. */
  known?: KnownPatterns | null;
  /** Whether a graphics processor may compare them, where the device has one and the series is long. Nothing of it unless asked. */
  gpu?: boolean;
}

export interface RefinePatternsOutput {
  /** The matches found so far; handed in again they are refined. */
  known: KnownPatterns;
  /** Share of all pairs of windows that have been compared. At 1 the profile is the exact one; before, distances may still fall. */
  compared: Fraction;
  /** `start` is the row its first window begins at. */
  profile: MatrixProfile & { start: Count };
  shapes: Shape[];
  /** From the row on at which the profile starts. */
  marks: ShapeMarks;
}

/**
 * Pairs of windows of the first round, a tenth of a second, and of a round at most: a second, or a 128th of a longer whole, under four seconds of one
 * thread. Stop loses the round in progress.
 */
const FIRST: Count = 2 ** 27;
const LONGEST: Count = 2 ** 30;
const ROUNDS = 128;

/** Each round compares as many pairs as all before it, so that the first comes at once and the last are few. */
export function pairsOf(diagonals: Diagonals, compared: Fraction): Count {
  const all = allPairs(diagonals);
  return Math.min(Math.max(LONGEST, all / ROUNDS), Math.max(FIRST, all * compared));
}

/** Pairs from which a graphics processor is asked: fewer are compared before it is ready. */
const LARGE: Count = 2 ** 28;

const isGpu = (known: KnownPatterns): known is GpuProfile => "blocks" in known;

function fits(known: KnownPatterns, diagonals: Diagonals): boolean {
  const { windows, groups } = diagonals;
  const [done, most] = isGpu(known) ? [known.blocks, blocksOf(diagonals)] : [known.done, groups];
  const { before = 0 } = isGpu(known) ? {} : known;
  if (!(Number.isInteger(before) && before >= 0 && before <= blocksOf(diagonals))) return false;
  return known.best.length === windows && known.partner.length === windows && Number.isInteger(done) && done >= 0 && done <= most;
}

const sharedOf = (known: KnownPatterns, diagonals: Diagonals): Fraction =>
  isGpu(known) ? known.blocks / blocksOf(diagonals) : shareOf(diagonals, known.done, known.before);

/** One round: on the graphics processor where there is one and nothing has been found without it. */
async function round(
  context: JobContext,
  structure: StructureKernels,
  { values, diagonals, known }: { values: Float64Array; diagonals: Diagonals; known: KnownPatterns | null },
  gpu: boolean,
): Promise<Outcome<KnownPatterns>> {
  const [found, done] = known && !isGpu(known) ? [null, known] : [known, null];
  if (found && sharedOf(found, diagonals) === 1) return succeed(found);
  if (gpu && !done && allPairs(diagonals) >= LARGE) {
    const { compareOnGpu } = await onGpu();
    const further = await compareOnGpu(context, structure, { values, diagonals, known: found });
    if (further) return succeed(further);
  }
  // Threads continue from what a graphics processor has found until it failed: its matches have been re-checked in 64 bits.
  const from = found ? { best: found.best, partner: found.partner, done: 0, before: found.blocks } : done;
  const pairs = pairsOf(diagonals, from ? shareOf(diagonals, from.done) : 0);
  return compareFurther(context, structure, { values, diagonals, known: from }, pairs);
}

/** One more round of the comparison of every window of 22 rows with every other, over the newest million rows of a series. */
export async function refinePatterns(input: RefinePatternsInput, context: JobContext): Promise<Outcome<RefinePatternsOutput>> {
  const { values, kind, level, known = null, gpu = false } = input;
  const structure = await context.load("structure");
  const read = toReturns(context, values.subarray(-REACH.most), kind);
  if (!read.ok) {
    // What is refused is named by its row among all.
    const whole = toReturns(context, values, kind);
    return whole.ok ? read : whole;
  }
  const { returns } = read.value;
  const path = newestPath(context, structure, read.value, REACH.most);
  const diagonals = diagonalsOf(path.length, MONTH);
  if (!diagonals) return fail("bad-input", "curiosity/tooShort", { given: values.length });
  const varies = context.arena.scope(() => describeAt(context, context.arena.put(returns), 0, returns.length).deviation);
  if (!varies) return fail("bad-input", "series/noVariation");
  if ((known && !fits(known, diagonals)) || (level && level.length !== values.length)) return fail("bad-input", "curiosity/otherPatterns");
  const further = await round(context, structure, { values: path, diagonals, known }, gpu);
  if (!further.ok) return further;
  const start = values.length - path.length;
  const profile = profileOf(context, structure, { values: path, diagonals, known: further.value }, PICKS);
  const shapes = shapesOf(path, profile, start);
  return succeed({
    known: further.value,
    compared: sharedOf(further.value, diagonals),
    profile: { ...profile, start },
    shapes,
    marks: marksOf(context, level ?? values, shapes, MONTH, start),
  });
}
