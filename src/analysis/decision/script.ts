import type { Jobs } from "../../../workers/jobs";
import type { JobValue } from "../../client/pool";
import { comparedFigures, type ScriptQuestion } from "../compared-figures";

/** Input of a script that computes the indicators in another program; null if there are too few prices. */
export function indicatorsQuestion(
  { columns, periods }: JobValue<Jobs, "analyze-market">,
  series: { name: string; hash: string },
): ScriptQuestion | null {
  const rows = columns.prices.length;
  const known = (
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
  if (known.length === 0) return null;
  return {
    kind: "indicators",
    title: `SMA, EMA and RSI of ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: { sma: periods.sma, ema: periods.ema, rsi: periods.rsi },
    columns: [{ name: "prices", values: columns.prices }],
    figures: comparedFigures(1e-9, Object.fromEntries(known)),
  };
}
