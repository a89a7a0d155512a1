import { fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { SEQUENCE_LENGTH } from "../constants";
import { engineColumns } from "../engine-columns";
import { type EngineSettings, joined, troubleWithPrices, troubleWithSettings } from "../input";
import { type Replay, type ReplayColumns, replay } from "../replay";

export interface ReplayMarketInput {
  /** Oldest first. */
  prices: Float64Array;
  /** Further prices that follow them. */
  appended?: Float64Array | null;
  settings: EngineSettings;
}

export interface MarketReplay extends Replay {
  columns: ReplayColumns & { prices: Float64Array };
}

/** Every decision the rules would have made, each from the prices up to its step alone; the news of those days are neutral. */
export function replayMarket({ prices: given, appended, settings }: ReplayMarketInput, context: JobContext): Outcome<MarketReplay> {
  const trouble = troubleWithSettings(settings);
  if (trouble) return failBecause("bad-input", trouble);
  const prices = joined(given, appended, context);
  const { length } = prices;
  if (length < SEQUENCE_LENGTH) return fail("bad-input", "engine/replayTooShort", { given: length });
  return context.arena.scope(() => {
    const address = context.arena.put(prices);
    const odd = troubleWithPrices(context, prices, address);
    if (odd) return odd;
    context.progress(0, "Indicators");
    const { rsi, volatility } = engineColumns(context, address, length, settings);
    const empty = () => context.column(length).fill(Number.NaN);
    const columns: ReplayColumns = {
      clause: empty(),
      buys: empty(),
      sells: empty(),
      combined: empty(),
      buyLimit: empty(),
      sellLimit: empty(),
      regime: empty(),
    };
    const onProgress = (fraction: number) => context.progress(0.2 + 0.8 * fraction, "Replaying the rules");
    const record = replay(context, prices, address, rsi, volatility, onProgress, { base: settings.limits ?? undefined, columns });
    return succeed({ ...record, columns: { ...columns, prices } });
  });
}
