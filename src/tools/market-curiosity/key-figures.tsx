import { fixed, pEquals, percent } from "../../lib/format.ts";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import type { CuriosityRun } from "./curiosity-run";
import { provenanceOf } from "./provenance";

/** The four cards. */
export function KeyFigures({ run }: { run: CuriosityRun }) {
  const { data, volatility, trend, pattern, novelty } = run.value;
  const about = provenanceOf(run);
  const surprise = novelty === null ? "no novelty: needs 100 returns" : `novelty above ${percent(novelty.percentile, 0)} of history`;
  return (
    <StatStrip label="Key figures">
      <Stat
        label="Curiosity Score"
        value={percent(data.curiosity_score)}
        note={`base ${percent(data.exploration_results.base_score)}, ${surprise}`}
        info={about.score}
      />
      <Stat
        label="Market Volatility"
        value={percent(data.metrics.volatility)}
        unit="per year"
        note={`last 22: ${percent(volatility.recent)}, median ${percent(volatility.median)}`}
        info={about.volatility}
      />
      <Stat
        label="Pattern Strength"
        value={fixed(pattern.z, 2)}
        unit="σ"
        note={`entropy ${fixed(pattern.entropy, 3)}, ${pEquals(pattern.p)}`}
        info={about.pattern}
      />
      <Stat
        label="Price Trend"
        value={percent(data.metrics.price_trend)}
        unit="per year"
        note={`t = ${fixed(trend.t, 2)}; last 22: t = ${fixed(trend.recentT, 2)}`}
        info={about.trend}
      />
    </StatStrip>
  );
}
