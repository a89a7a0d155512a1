import type * as v from "valibot";
import { type Count, fail, failBecause, type Outcome, succeed } from "../../contract";
import { describeAt } from "../../numerics/describe";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { type SeriesKind, toReturns } from "../../series";
import { type LongMemory, longMemory } from "../long-memory";
import { type MatrixProfile, matrixProfile } from "../matrix-profile";
import { type Structure, structureOf } from "../measure";
import { structureSchema } from "../schema";
import { newestPath, takePath } from "../steps";

export interface MeasureStructureInput extends v.InferInput<typeof structureSchema> {
  values: Float64Array;
  kind: SeriesKind | "auto";
  /** Omits columns with a value per row: ten million rows are 80 MB per column. */
  brief?: boolean;
}

export interface MeasureStructureOutput extends Structure {
  kind: SeriesKind;
  /** Number of returns measured. */
  n: Count;
  /** Rows the returns lag the input. */
  offset: 0 | 1;
  memory: LongMemory | null;
  /** Profile of the log price; `start` is the first row of its first window. */
  profile: (MatrixProfile & { start: Count }) | null;
}

/** Minimum number of returns for structure statistics. */
export const MIN_RETURNS = 30;
const PICKS = { motifs: 3, discords: 5 };

/** Everything about the structure of a series: order, efficiency, scaling, memory, clustering and recurring shapes. */
export async function measureStructure(input: MeasureStructureInput, context: JobContext): Promise<Outcome<MeasureStructureOutput>> {
  const asked = readSettings(structureSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { settings } = asked;
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
      ...structureOf(context, structure, { address, n, prices, brief: input.brief ?? false }, settings),
      memory: longMemory(context, structure, address, n),
    };
  });
  if (measured === null) return fail("bad-input", "series/noVariation");
  const path = newestPath(context, structure, read.value, settings.reach);
  const profile = settings.shape === 0 ? succeed(null) : await matrixProfile(context, structure, path, settings.shape, PICKS);
  if (!profile.ok) return profile;
  const start = input.values.length - path.length;
  return succeed({ kind, n, offset, ...measured, profile: profile.value && { ...profile.value, start } });
}
