import type { RegimeLimits } from "../../../workers/engine/schema";
import type { MarketData, MarketSeries } from "../../analysis/decision/use-market-data.ts";
import type { EngineInputs } from "./limits.ts";

/** The inputs with resolved steps per year: the screen's own, or the user's setting. */
type SettledInputs = EngineInputs & { annualization: number };

/** Shared by the tabs of the console. */
export interface EngineData {
  data: MarketData;
  inputs: SettledInputs;
  limits: RegimeLimits | null;
}

/** The engine's settings, as passed to all its jobs. */
export const engineSettings = ({ rsiPeriod, annualization }: SettledInputs, limits: RegimeLimits | null) => ({
  rsiPeriod,
  annualization,
  limits,
});

/** Everything a result depends on besides the prices, as one comparable string. */
export const fingerprint = ({ typed, csv }: MarketSeries, settings: ReturnType<typeof engineSettings>): string =>
  JSON.stringify([typed?.hash, csv?.hash, settings]);
