import { screenRecord } from "../../analysis/record";
import { curiosityFigures } from "../../analysis/run-figures";
import type { CuriosityRun } from "./curiosity-run";
import type { CuriositySettings } from "./settings";
import type { StructureRun } from "./use-curiosity";

const screen = screenRecord<CuriositySettings>("/market-curiosity", ["column"]);
export const { shared } = screen;

const dataOf = ({ series, text }: CuriosityRun) => ({ data: { series, text } });

export function recordAnalysis(run: CuriosityRun): Promise<void> {
  return screen.record(run, {
    title: "Market curiosity",
    data: dataOf(run),
    figures: curiosityFigures(run.value),
  });
}

/** Recorded separately from the analysis it followed. */
export function recordStructure(run: StructureRun): Promise<void> {
  const { varianceRatios, priceEfficiency, rescaledRange, detrendedFluctuation, clustering, memory } = run.value;
  const figure = (label: string, value: number | null | undefined) => ({ label, value: value ?? "not available", unit: "", decimals: 3 });
  return screen.record(
    { ...run, settings: run.of.settings },
    {
      title: "Market structure",
      data: dataOf(run.of),
      figures: [
        ...varianceRatios.map(({ q, ratio }) => figure(`Variance ratio, ${q} steps`, ratio)),
        figure("Price efficiency", priceEfficiency),
        figure("Hurst exponent, R/S", rescaledRange?.hurst),
        figure("Hurst exponent, DFA", detrendedFluctuation?.hurst),
        figure("Volatility clustering", clustering?.value),
        figure("Long memory d of volatility", memory?.d),
      ],
    },
  );
}
