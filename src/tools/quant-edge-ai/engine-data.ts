import type { RegimeLimits } from "../../../workers/engine/schema";
import type { MarketData, MarketSeries } from "../../analysis/decision/use-market-data.ts";
import type { EngineInputs } from "./limits.ts";

/** The inputs with the steps per year that hold: the screen's own, or those of the user's settings. */
type SettledInputs = EngineInputs & { annualization: number };

/** What the tabs of the console share. */
export interface EngineData {
  data: MarketData;
  inputs: SettledInputs;
  limits: RegimeLimits | null;
}

/** The engine's own settings, as every job of it takes them. */
export const engineSettings = ({ rsiPeriod, annualization }: SettledInputs, limits: RegimeLimits | null) => ({
  rsiPeriod,
  annualization,
  limits,
});

/** Everything an answer depends on besides the prices, as one comparable text. */
export const fingerprint = ({ typed, csv }: MarketSeries, settings: ReturnType<typeof engineSettings>): string =>
  JSON.stringify([typed?.hash, csv?.hash, settings]);
