import type { RegimeLimits } from "../../../workers/engine/schema";
import { screenRecord } from "../record";
import { REGIMES } from "./regimes";
import type { DecisionRun, DecisionSettings } from "./use-decision.ts";

/** A decision screen: its name in URLs, its title, and the names of its adjustable limits, if any. */
export interface DecisionScreen {
  name: string;
  title: string;
  limitInputs?: (limits: RegimeLimits | null) => object;
}

/** The form's texts besides its settings, so that reopening a run restores them. */
interface FormContent {
  news?: string;
  sampleSeed?: null;
  mirror?: null;
}

const recordOf = ({ name }: DecisionScreen) => screenRecord<FormContent>(`/${name}`, ["news", "sampleSeed", "mirror"]);

const linked = ({ limits, ...settings }: DecisionSettings, { limitInputs }: DecisionScreen): object => ({
  ...settings,
  ...limitInputs?.(limits),
});

/** Records a screen's finished decisions in the list of runs. */
export const recorderOf =
  (screen: DecisionScreen) =>
  (run: DecisionRun): Promise<void> => {
    const { value, series, text, news, settings } = run;
    const { result, statistics } = value;
    const { marketFeatures: features, newsAnalysis } = result;
    return recordOf(screen).record(
      { ...run, settings: { ...linked(settings, screen), news, sampleSeed: null, mirror: null } },
      {
        title: `Decision: ${result.action}`,
        data: { data: { series: series.typed, text }, csv: { series: series.csv, text: "" } },
        figures: [
          { label: "Recommended Action", value: result.action, unit: "" },
          { label: "Confidence", value: result.confidence, unit: "fraction" },
          { label: "Curiosity Score", value: result.curiosityScore, unit: "fraction" },
          { label: "Market Confidence", value: result.marketConfidence, unit: "fraction" },
          { label: "Regime", value: REGIMES[result.regime].label, unit: "" },
          { label: "News sentiment", value: newsAnalysis.score, unit: "", decimals: 3 },
          { label: "Trend", value: features.trend, unit: "fraction" },
          { label: "RSI", value: features.rsi, unit: "", decimals: 1 },
          { label: "Volatility", value: features.volatility, unit: "per year", decimals: 3 },
          { label: "Prices", value: statistics.count, unit: "" },
        ],
      },
    );
  };

/** The shareable settings of a run. */
export const shared = ({ settings }: DecisionRun, screen: DecisionScreen) => recordOf(screen).shared(linked(settings, screen));
