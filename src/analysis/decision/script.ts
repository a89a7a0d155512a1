import type { Jobs } from "../../../workers/jobs";
import type { JobValue } from "../../client/pool";
import { comparedFigures, type ScriptQuestion } from "../compared-figures";

/** Indicators of the prices for another program; null where there are too few prices for any. */
export function indicatorsQuestion(
  { columns, periods }: JobValue<Jobs, "analyze-market">,
  series: { name: string; hash: string },
): ScriptQuestion | null {
  const rows = columns.prices.length;
  const told = (
    [
      ["SMA", columns.sma],
      ["EMA", columns.ema],
      ["RSI", columns.rsi],
    ] as const
  )
    .flatMap(([name, column]): [string, number][] => [
      [`${name}, last`, column[rows - 1]],
      [`${name}, middle`, column[Math.floor(rows / 2)]],
    ])
    .filter(([, value]) => Number.isFinite(value));
  if (told.length === 0) return null;
  return {
    kind: "indicators",
    title: `SMA, EMA and RSI of ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: { sma: periods.sma, ema: periods.ema, rsi: periods.rsi },
    columns: [{ name: "prices", values: columns.prices }],
    figures: comparedFigures(1e-9, Object.fromEntries(told)),
  };
}
