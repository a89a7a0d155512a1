import { stepName } from "../../../workers/step-name";
import { DISTRIBUTION_NAMES } from "../../../workers/volatility/schema";
import { criterionDecimals } from "../../analysis/run-figures";
import { count, fixed, inUnit, percent, significant } from "../../lib/format.ts";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { DiagnosisValue, GarchRun } from "./use-garch";

/** Placeholder for a figure still being computed. */
export const PENDING = "…";

/** "10.4 to 40.1": the half-life at both ends of the 95% interval of persistence. */
function halfLifeRange(persistence: number, error: number | null): string | null {
  if (error === null) return null;
  const at = (value: number) => (value >= 1 ? Number.POSITIVE_INFINITY : value <= 0 ? 0 : Math.log(0.5) / Math.log(value));
  const show = (value: number) => (Number.isFinite(value) ? fixed(value, 1) : "∞");
  return `${show(at(persistence - 1.96 * error))} to ${show(at(persistence + 1.96 * error))}`;
}

const criterion = (value: number) => fixed(value, criterionDecimals(value));

/** The headline figures of a fit, each with its uncertainty or sample size. */
export function KeyFigures({ run, diagnosis }: { run: GarchRun; diagnosis: DiagnosisValue | null }) {
  const { fit } = run.value;
  const about = provenanceOf(run);
  const step = stepName(run.times);
  const longRun = fit.unconditionalVariance === null ? null : Math.sqrt(fit.unconditionalVariance);
  return (
    <StatStrip label="Key figures of the fit">
      <Stat
        label="AIC"
        value={criterion(fit.aic)}
        note={`${DISTRIBUTION_NAMES[fit.model.distribution]}, n = ${count(fit.n)}`}
        info={about.aic}
      />
      <Stat label="BIC" value={criterion(fit.bic)} note={`k = ${fit.k}`} info={about.bic} />
      <Stat
        label="Persistence"
        value={fixed(fit.persistence, 4)}
        note={fit.persistenceError === null ? "at bound: no std. error" : `± ${significant(fit.persistenceError, 2)} robust`}
        info={about.persistence}
      />
      <Stat
        label="Half-life"
        value={Number.isFinite(fit.halfLife) ? fixed(fit.halfLife, 1) : "∞"}
        unit={`${step}s`}
        note={halfLifeRange(fit.persistence, fit.persistenceError) ?? "shocks do not decay on average"}
        info={about.halfLife}
      />
      <Stat
        label="Chaos Level"
        word
        value={diagnosis?.interpretation.chaos_level ?? PENDING}
        note={diagnosis ? <span className="num">γ = {fixed(diagnosis.nelson.exponent, 3)}</span> : undefined}
        info={about.chaos}
      />
      <Stat
        label="Mean Reversion"
        value={percent(Math.max(0, 1 - fit.persistence), 2)}
        unit={`per ${step}`}
        note={longRun === null ? "to no finite level" : `to ${inUnit(significant(longRun, 3), run.unit)} per ${step}`}
        info={about.reversion}
      />
    </StatStrip>
  );
}
