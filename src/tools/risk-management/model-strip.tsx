import { modelLabel } from "../../../workers/volatility/schema";
import { count, day, percent } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { Words } from "../../ui/texts.ts";
import { provenanceOf } from "./provenance";
import type { RiskRun } from "./use-risk";

/** One-step losses by the volatility model passed from another tool, with the data it was fitted to. */
export function ModelStrip({ run: { settings, series, value: report }, run }: { run: RiskRun }) {
  const { volatilityModel: model } = settings;
  const { byModel } = report;
  if (!model || !byModel) return null;
  const label = modelLabel(model);
  if (!byModel.losses) {
    return (
      <Caution>
        No value at risk from {label}: <Words of={byModel.reason} />
      </Caution>
    );
  }
  const { valueAtRisk, shortfall, mean, deviation, returns, logarithmic } = byModel.losses;
  const about = provenanceOf(run);
  const { times } = series;
  const until = times ? ` to ${day(times[times.length - 1])}` : "";
  return (
    <div className="flex flex-col gap-2">
      <StatStrip label={`Next step by ${label}`}>
        <Stat
          label="Next-step VaR"
          value={percent(valueAtRisk, 2)}
          note={`${percent(report.settings.confidenceLevel, 0)}, expected return ${percent(mean, 2)}`}
          info={about.modelVar}
        />
        <Stat label="Next-step ES" value={percent(shortfall, 2)} note="mean loss beyond the VaR" info={about.modelShortfall} />
        <Stat
          label="Next-step volatility"
          value={percent(deviation * Math.sqrt(report.settings.perYear), 2)}
          unit="per year"
          note={`${percent(deviation, 2)} per step`}
          info={about.modelVolatility}
        />
      </StatStrip>
      <p className="text-muted text-small">
        {`${label}, fitted to ${count(returns)} ${logarithmic ? "log" : "simple"} returns${until}: its volatility forecast and its errors.`}
      </p>
    </div>
  );
}
