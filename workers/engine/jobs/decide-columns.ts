import { type Count, fail, failBecause, type Outcome, succeed } from "../../contract";
import { ingestTexts } from "../../ingest";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { MINIMUM_SEQUENCE_LENGTH, RULE_LIMITS } from "../constants";
import { decide } from "../decide";
import { prefixState } from "../prefix";
import { engineSchema, type GivenEngineSettings } from "../schema";
import type { AnalysisResult, Trace } from "../types";

export interface DecideColumnsInput {
  /** Oldest first; NaN for rows without a value, which are skipped. */
  columns: { name: string; values: Float64Array }[];
  /** The same text for all columns; "" is neutral. */
  news: string;
  settings: GivenEngineSettings;
}

export interface ColumnDecision {
  name: string;
  /** Number of values used. */
  count: Count;
  /** Number of missing values, which are skipped. */
  missing: Count;
  price: number | null;
  result: AnalysisResult | null;
  trace: Trace | null;
  /** Why there is no decision; null if there is one. */
  trouble: string | null;
}

const MAX_COLUMNS = 1000;

/** The engine's decision for every column of a wide dataset, at its latest value. */
export function decideColumns({ columns, news, settings: given }: DecideColumnsInput, context: JobContext): Outcome<ColumnDecision[]> {
  const asked = readSettings(engineSchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { settings } = asked;
  if (columns.length === 0 || columns.length > MAX_COLUMNS) return fail("bad-input", "engine/columns", { most: MAX_COLUMNS });
  const now = new Date().toISOString();
  const base = settings.limits ?? RULE_LIMITS;
  return succeed(
    columns.map(({ name, values }, index): ColumnDecision => {
      context.checkpoint();
      context.progress(index / columns.length, `Deciding ${name}`);
      const present = withoutGaps(values, context);
      const counts = { name, count: present.length, missing: values.length - present.length };
      if (present.length < MINIMUM_SEQUENCE_LENGTH) {
        return { ...counts, price: null, result: null, trace: null, trouble: ingestTexts.marketDataTooShort };
      }
      const state = prefixState(context, present, settings);
      const { result, trace } = decide(state, news, now, [], base);
      return { ...counts, price: state.price, result, trace, trouble: null };
    }),
  );
}

/** The column itself if no value is missing. */
function withoutGaps(values: Float64Array, { kernels, arena }: JobContext): Float64Array {
  const missing = arena.scope(() => kernels.countMissing(arena.put(values), 0, values.length));
  return missing === 0 ? values : values.filter((value) => !Number.isNaN(value));
}
