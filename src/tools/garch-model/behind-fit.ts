import * as v from "valibot";
import { type Outcome, succeed } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { behaviorEntries } from "../../../workers/volatility/schema";
import type { Turn } from "../../analysis/use-analysis";
import type { JobInput } from "../../client/pool";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import { type GarchSettings, methodOf } from "./settings";
import type { GarchRun } from "./use-garch";

const behavioralOf = ({ behavioral, riskAversion, lossAversion, referenceWindow }: GarchSettings) =>
  behavioral
    ? {
        riskAversion: riskAversion ?? 0,
        lossAversion: lossAversion ?? 0,
        referenceWindow: referenceWindow ?? v.getDefault(behaviorEntries.referenceWindow),
      }
    : null;

const aboutFit = ({ value: { fit, returns }, unit }: GarchRun) => ({
  fit,
  returns,
  unit: unit === "%" ? ("percent" as const) : ("fraction" as const),
});

export const forecastInput = (
  run: GarchRun,
  { horizon, method, paths, seed, annualization }: GarchSettings,
): JobInput<Jobs, "forecast-garch"> => ({
  ...aboutFit(run),
  times: run.times,
  lastTime: null,
  stepMillis: null,
  horizon: horizon ?? 0,
  method: methodOf(method, run.value.fit.model),
  paths: paths ?? 0,
  seed: seed ?? Number.NaN,
  annualization: annualization ?? stepsPerYearOf(run.series),
});

export const diagnosisInput = (run: GarchRun): JobInput<Jobs, "diagnose-garch"> => ({
  ...aboutFit(run),
  behavioral: behavioralOf(run.settings),
  annualization: run.settings.annualization ?? stepsPerYearOf(run.series),
});

/** A fit to a period under a moving hand with what else is drawn of it, some 20 ms at 10,000 returns: it would come and go with every fit. */
export async function withBehind(turn: Turn<never>, run: GarchRun): Promise<Outcome<GarchRun>> {
  const [forecast, diagnosis] = await Promise.all([
    turn.ask("forecast-garch", forecastInput(run, run.settings)),
    turn.ask("diagnose-garch", diagnosisInput(run)),
  ]);
  return succeed(forecast.ok && diagnosis.ok ? { ...run, behind: { forecast: forecast.value, diagnosis: diagnosis.value } } : run);
}
