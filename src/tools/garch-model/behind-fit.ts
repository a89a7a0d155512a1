import * as v from "valibot";
import { type Outcome, type Series, succeed } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { behaviorEntries } from "../../../workers/volatility/schema";
import type { Turn } from "../../analysis/use-analysis";
import { compute } from "../../client/compute";
import type { JobInput } from "../../client/pool";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import { recordFit } from "./record";
import { type GarchSettings, methodOf } from "./settings";
import type { GarchRun } from "./use-garch";

export { recordFit };

/** From this length on, a fit reuses the returns of the previous one if the values are the same. */
const LONG = 1_000_000;

/** The returns of an earlier fit, if the next one uses the same values; null otherwise, or if they are quick to compute. */
export function returnsOf({ series, settings, value }: GarchRun, next: Series, { column, kind }: GarchSettings) {
  const { returns, kind: found, unit, offset, foundUnit } = value;
  const same = series.hash === next.hash && settings.column === column && settings.kind === kind;
  // An autoregressive mean uses up some returns.
  const whole = found === "prices" ? 1 : 0;
  return same && returns.length >= LONG && offset === whole ? ({ returns, kind: found, unit, offset: whole, foundUnit } as const) : null;
}

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

/**
 * A fit of a period during a drag, with its follow-ups, which would otherwise appear and disappear with every fit. Regime tests are
 * computed only at the end of the drag: they take longer than all other tests. Progress is not reported, since each report renders the
 * screen.
 */
export async function withBehind({ signal }: Pick<Turn<never>, "signal">, run: GarchRun): Promise<Outcome<GarchRun>> {
  const [forecast, diagnosis] = await Promise.all([
    compute.run("forecast-garch", forecastInput(run, run.settings), { signal }),
    compute.run("diagnose-garch", { ...diagnosisInput(run), regimes: false }, { signal }),
  ]);
  if (!forecast.ok || !diagnosis.ok) return succeed(run);
  const whole = { ...run, behind: { forecast: forecast.value, diagnosis: diagnosis.value } };
  // Before rendering, so that its figures appear together with it.
  if (!signal.aborted) void recordFit(whole);
  return succeed(whole);
}
