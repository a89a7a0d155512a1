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

/** From here on a fit takes the returns of the one before, where they are of the same values. */
const LONG = 1_000_000;

/** The returns of an earlier fit, where a next one is to the same values; null where it is not, or they are soon made. */
export function returnsOf({ series, settings, value }: GarchRun, next: Series, { column, kind }: GarchSettings) {
  const { returns, kind: found, unit, offset, foundUnit } = value;
  const same = series.hash === next.hash && settings.column === column && settings.kind === kind;
  // An autoregressive mean has taken some of them away.
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
 * A fit to a period under a moving hand with what else is drawn of it, which would come and go with every fit. Of its regimes one learns
 * where the hand stops: they take longer than the rest of the tests. Nobody hears how far it is: each word of that draws the screen.
 */
export async function withBehind({ signal }: Pick<Turn<never>, "signal">, run: GarchRun): Promise<Outcome<GarchRun>> {
  const [forecast, diagnosis] = await Promise.all([
    compute.run("forecast-garch", forecastInput(run, run.settings), { signal }),
    compute.run("diagnose-garch", { ...diagnosisInput(run), regimes: false }, { signal }),
  ]);
  if (!forecast.ok || !diagnosis.ok) return succeed(run);
  const whole = { ...run, behind: { forecast: forecast.value, diagnosis: diagnosis.value } };
  // Before it is drawn, so that its figures are drawn with it.
  if (!signal.aborted) void recordFit(whole);
  return succeed(whole);
}
