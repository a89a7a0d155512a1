import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import { givenKind } from "./given-kind";
import type { RiskReport } from "./use-risk";

interface Analyzed {
  series: { name: string; hash: string };
  input: { values: Float64Array };
  value: RiskReport;
}

/** An analysis for another program. */
export function riskQuestion({ series, input, value: report }: Analyzed): ScriptQuestion {
  const { metrics, losses, settings } = report;
  const used = report.kind === "values" ? report.returns + 1 : report.returns;
  const figures = { ...metrics, ...losses };
  const names = [
    ...([
      "totalReturn",
      "annualReturn",
      "volatility",
      "sharpe",
      "sortino",
      "maxDrawdown",
      "omega",
      "ulcer",
      "skewness",
      "kurtosis",
    ] as const),
    ...(["historicalVar", "historicalShortfall", "parametricVar", "parametricShortfall"] as const),
  ];
  return {
    kind: "risk",
    title: `Risk of ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: {
      kind: givenKind(report),
      unit: report.unit,
      lookback: report.lookback,
      confidence: settings.confidenceLevel,
      perYear: settings.perYear,
      riskFree: settings.riskFree,
    },
    columns: [{ name: "values", values: input.values.subarray(input.values.length - used) }],
    figures: comparedFigures(1e-9, Object.fromEntries(names.map((name) => [name, figures[name].value]))),
  };
}
