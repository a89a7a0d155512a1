import { screenRecord } from "../../analysis/record";
import { plural } from "../../lib/format.ts";
import type { AlphaSettings } from "./settings";
import type { AlphaRun } from "./use-alpha";
import type { SearchRun } from "./use-search";

/** News and column names are data, so they are not shared. */
const screen = screenRecord<AlphaSettings>("/alpha-miner", ["news", "column"]);
export const { shared } = screen;

const dataOf = ({ series, text }: AlphaRun | SearchRun) => ({ data: { series, text } });

export function recordAlpha(run: AlphaRun): Promise<void> {
  const { factors } = run.value;
  return screen.record(run, {
    title: `${plural(factors.length, "alpha factor")}, ${run.series.name}`,
    data: dataOf(run),
    figures: factors.flatMap(({ name, performance, informationRatio }) => [
      { label: `${name}, performance`, value: 100 * performance, unit: "%", decimals: 2 },
      { label: `${name}, IR`, value: informationRatio, unit: "", decimals: 3 },
    ]),
  });
}

export function recordSearch(run: SearchRun): Promise<void> {
  const { found, statistics } = run.value;
  const best = found[0];
  return screen.record(run, {
    title: `${plural(statistics.trials, "formula")} tried, ${run.series.name}`,
    data: dataOf(run),
    figures: [
      { label: "Formulas tried", value: statistics.trials, unit: "" },
      { label: "Best train IC", value: best?.train.ic ?? null, unit: "", decimals: 4 },
      { label: "Holdout IC", value: best?.holdout.ic ?? null, unit: "", decimals: 4 },
      { label: "Deflated IC", value: best?.deflatedInformation ?? null, unit: "", decimals: 3 },
    ],
  });
}
