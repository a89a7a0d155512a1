import type { AnalysisResult } from "../../../workers/engine/types";
import { fixed, percent, plural } from "../../lib/format.ts";
import { Chip } from "../../ui/chip.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { confidenceInfo, curiosityInfo, newsInfo, regimeInfo } from "./provenance.tsx";
import { REGIMES } from "./regimes.ts";
import type { Used } from "./used.ts";

/** The headline figures beside the action. */
export function ScoreStrip({ result, used }: { result: AnalysisResult; used: Used }) {
  const { curiosityScore, marketConfidence, newsAnalysis, regime, marketFeatures } = result;
  const { label, tone, rule } = REGIMES[regime];
  return (
    <StatStrip label="Scores">
      <Stat label="Curiosity Score" value={percent(curiosityScore)} note="how unusual the market is" info={curiosityInfo(result, used)} />
      <Stat label="Market Confidence" value={percent(marketConfidence)} note="50.0% is neutral" info={confidenceInfo(used)} />
      <Stat
        label="News sentiment"
        value={percent(newsAnalysis.score)}
        note={`${plural(newsAnalysis.wordCount, "sentiment word")}, confidence ${percent(newsAnalysis.confidence, 0)}`}
        info={newsInfo(result)}
      />
      <Stat
        label="Market regime"
        word
        value={<Chip tone={tone}>{label}</Chip>}
        note={
          <>
            <span className="block">{rule}</span> volatility {fixed(marketFeatures.volatility, 2)}, trend {fixed(marketFeatures.trend, 3)}
          </>
        }
        info={regimeInfo(result)}
      />
    </StatStrip>
  );
}
