import { fail, failBecause, type Outcome, succeed } from "../../contract";
import { momentsOf } from "../../numerics/moments";
import { firstInChunks, type JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { fittedLines } from "../fitted";
import { linesOf } from "../lines";
import { INDICATOR_NEEDS, type IndicatorKind, type IndicatorSettings, indicatorSchema } from "../schema";

/** Prices of an instrument, row by row; null for missing columns. */
export interface PriceColumns {
  closes: Float64Array;
  range: { open: Float64Array; high: Float64Array; low: Float64Array } | null;
  volume: Float64Array | null;
}

export interface ComputeIndicatorInput extends PriceColumns {
  kind: IndicatorKind;
  /** By name; defaults for omitted ones. */
  settings: IndicatorSettings;
}

export interface ComputeIndicatorOutput {
  /** The lines of the indicator, by name, each aligned with the closes; NaN in the warm-up. */
  lines: Record<string, Float64Array>;
}

/** One indicator of a price, as long as the price. */
export async function computeIndicator(input: ComputeIndicatorInput, context: JobContext): Promise<Outcome<ComputeIndicatorOutput>> {
  const asked = readSettings(indicatorSchema(input.kind), input.settings);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { closes, range, volume } = input;
  const needs = INDICATOR_NEEDS[input.kind] ?? [];
  if (needs.includes("range") && !range) return fail("bad-input", "indicators/needsRange");
  if (needs.includes("volume") && !volume) return fail("bad-input", "indicators/needsVolume");
  const used = {
    closes,
    ...(needs.includes("range") && range ? { high: range.high, low: range.low } : null),
    ...(needs.includes("volume") && volume ? { volume } : null),
  };
  for (const [column, values] of Object.entries(used)) {
    const row = context.arena.scope(() => {
      const address = context.arena.put(values);
      return firstInChunks(context, values.length, (from, to) => context.kernels.firstNotFinite(address, from, to));
    });
    if (row >= 0) return fail("bad-input", "indicators/missing", { column, row: row + 1 }, { row: row + 1 });
  }
  // Bands and volatilities square their inputs.
  const moments = context.arena.scope(() => momentsOf(context, context.arena.put(closes), closes.length, 0));
  if (!moments) return fail("bad-input", "series/tooLargeValues");
  const { kind } = input;
  if (kind === "garch" || kind === "regimes") {
    const fitted = await fittedLines[kind](closes, asked.settings, context);
    return fitted.ok ? succeed({ lines: fitted.value }) : fitted;
  }
  const indicators = await context.load("indicators");
  return succeed({ lines: linesOf(kind, used, asked.settings, { ...context, indicators }) });
}
