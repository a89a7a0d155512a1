import type { MarketSeries, pricesOf } from "../../../analysis/decision/use-market-data.ts";
import type { Finished } from "../../../analysis/use-analysis";
import type { engineSettings } from "../engine-data.ts";

/** A replayed history with its inputs. */
export type ReplayRun = Finished<
  "replay-market",
  {
    series: MarketSeries;
    text: string;
    asked: NonNullable<ReturnType<typeof pricesOf>>;
    settings: ReturnType<typeof engineSettings>;
  }
>;
