import type { Jobs } from "../../../workers/jobs/index";
import type { JobInput } from "../../client/pool";
import { type RunToRecord, recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import { type GarchSettings, modelLabel, modelOf } from "./settings";
import type { GarchRun } from "./use-garch";

const SCREEN = "/garch-model";

/** Settings that say nothing about the data: the name of a column does. */
const sharedSettings = ({ column: _, ...settings }: GarchSettings): Omit<GarchSettings, "column"> => settings;

interface Asked {
  input: JobInput<Jobs, "fit-garch">;
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

/** A finished fit as the list of runs keeps it. */
function runOf({ series, settings, fitted, unit }: GarchRun, { input, text, startedAt, millis }: Asked): RunToRecord {
  const { fit } = fitted;
  return {
    screen: SCREEN,
    title: modelLabel(modelOf(settings)),
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

/** Writes a finished fit into the list of runs; nobody waits for it. */
export const record = (run: GarchRun, asked: Asked): Promise<void> => recordRun(runOf(run, asked));

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = ({ settings }: GarchRun): Promise<void> => copyShareLink(SCREEN, sharedSettings(settings));
