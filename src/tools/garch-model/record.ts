import type { Jobs } from "../../../workers/jobs/index";
import type { JobInput } from "../../client/pool";
import type { RunToRecord } from "../../state/runs";
import { type GarchSettings, modelLabel } from "./settings";
import type { GarchRun } from "./use-garch";

export const SCREEN = "/garch-model";

/** Settings that say nothing about the data: the name of a column does. */
export const sharedSettings = ({ column: _, ...settings }: GarchSettings): Omit<GarchSettings, "column"> => settings;

interface Asked {
  input: JobInput<Jobs, "fit-garch">;
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

/** A finished fit as the list of runs keeps it. */
export function runOf({ series, settings, fitted, unit }: GarchRun, { input, text, startedAt, millis }: Asked): RunToRecord {
  const { fit } = fitted;
  return {
    screen: SCREEN,
    title: modelLabel(settings),
    job: "fit-garch",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value: fitted },
    figures: [
      { label: "Log-likelihood", value: fit.logLikelihood, unit: "" },
      { label: "AIC", value: fit.aic, unit: "" },
      { label: "BIC", value: fit.bic, unit: "" },
      { label: "Persistence", value: fit.persistence, unit: "" },
      { label: "Half-life", value: Number.isFinite(fit.halfLife) ? fit.halfLife : "∞", unit: "steps" },
      { label: "Returns", value: fit.n, unit: unit === "%" ? "in percent" : "" },
      ...fit.estimates.map(({ key, value }) => ({ label: key, value, unit: "" })),
    ],
    startedAt,
    millis,
    settings: sharedSettings(settings),
    content: { column: settings.column },
  };
}
