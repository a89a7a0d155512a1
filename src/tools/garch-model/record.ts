import type { Series } from "../../../workers/contract";
import { modelLabel } from "../../../workers/volatility/schema";
import { screenRecord } from "../../analysis/record";
import { fitFigures } from "../../analysis/run-figures";
import type { FollowedUp } from "../../analysis/use-follow-up";
import { plural } from "../../lib/format.ts";
import { type GarchSettings, modelOf } from "./settings";
import type { GarchRun } from "./use-garch";

const screen = screenRecord<GarchSettings>("/garch-model", ["column"]);
export const { shared } = screen;

const dataOf = ({ series, text }: GarchRun) => ({ data: { series, text } });

export function recordFit(run: GarchRun): Promise<void> {
  return screen.record(run, {
    title: modelLabel(modelOf(run.settings)),
    data: dataOf(run),
    figures: fitFigures(run.value, run.input.unit),
  });
}

/** A job on the series of a fit, with the fit whose settings it uses. */
export interface AlongTheSeries {
  of: Series;
  run: GarchRun;
}

export function recordSearch({ run, ...found }: FollowedUp<"search-garch", AlongTheSeries>): Promise<void> {
  const { ranked, n } = found.value;
  return screen.record(
    { ...found, settings: run.settings },
    {
      title: `${ranked.length} volatility models by BIC`,
      data: dataOf(run),
      figures: [
        { label: "Best model", value: ranked[0].name, unit: "" },
        { label: "BIC", value: ranked[0].result.bic, unit: "", decimals: 2 },
        { label: "Log-likelihood", value: ranked[0].result.logLikelihood, unit: "", decimals: 2 },
        { label: "Returns", value: n, unit: "" },
      ],
    },
  );
}

export function recordRefits({ run, ...found }: FollowedUp<"refit-garch", AlongTheSeries>): Promise<void> {
  const { refits, valueAtRisk } = found.value;
  return screen.record(
    { ...found, settings: run.settings },
    {
      title: `${plural(refits.length, "refit")} of ${modelLabel(modelOf(run.settings))}`,
      data: dataOf(run),
      figures: [
        { label: "Refits", value: refits.length, unit: "" },
        ...valueAtRisk.map(({ probability, share }) => ({
          label: `Losses above VaR ${100 * probability}%`,
          value: share,
          unit: "fraction",
        })),
      ],
    },
  );
}
