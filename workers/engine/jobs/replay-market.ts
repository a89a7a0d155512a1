import { fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { SEQUENCE_LENGTH } from "../constants";
import { engineColumns } from "../engine-columns";
import { joined, validatePrices } from "../input";
import { type Replay, type ReplayColumns, replay, replayColumns } from "../replay";
import { CLAUSES } from "../rules";
import { engineSchema, type GivenEngineSettings } from "../schema";
import { REGIME_CODES } from "../step";
import type { Clause, Regime } from "../types";

export interface ReplayMarketInput {
  /** Oldest first. */
  prices: Float64Array;
  /** Further prices, which follow these. */
  appended?: Float64Array | null;
  settings: GivenEngineSettings;
}

export interface MarketReplay extends Replay {
  /** Includes the inputs of the rules besides prices: RSI, and annualized volatility over the latest 20 points; NaN where undefined. */
  columns: ReplayColumns & { prices: Float64Array; rsi: Float64Array; volatility: Float64Array };
  /** What the codes in the columns of clauses and regimes stand for. */
  names: { clauses: readonly Pick<Clause, "action" | "number">[]; regimes: readonly Regime[] };
}

/** Every decision the rules would have made, each from the prices up to its step alone, with neutral news. */
export function replayMarket(input: ReplayMarketInput, context: JobContext): Outcome<MarketReplay> {
  const asked = readSettings(engineSchema, input.settings);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { settings } = asked;
  const prices = joined(input.prices, input.appended, context);
  const { length } = prices;
  if (length < SEQUENCE_LENGTH) return fail("bad-input", "engine/replayTooShort", { given: length });
  return context.arena.scope(() => {
    const address = context.arena.put(prices);
    const odd = validatePrices(context, prices, address);
    if (odd) return odd;
    context.progress(0, "Indicators");
    const { rsi, volatility } = engineColumns(context, address, length, settings);
    const columns = replayColumns(() => context.column(length));
    const onProgress = (fraction: number) => context.progress(0.2 + 0.8 * fraction, "Replaying the rules");
    const record = replay(context, prices, address, rsi, volatility, onProgress, { base: settings.limits ?? undefined, columns });
    return succeed({ ...record, columns: { ...columns, prices, rsi, volatility }, names: { clauses: CLAUSES, regimes: REGIME_CODES } });
  });
}
