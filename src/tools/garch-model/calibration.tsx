import { memo, useEffect, useMemo, useState } from "react";
import type { GarchModel } from "../../../workers/volatility/garch-model";
import { modelLabel } from "../../../workers/volatility/schema";
import { ManualTable } from "../../analysis/manual.tsx";
import { useFollowing } from "../../analysis/use-follow-up";
import { usePacedJob } from "../../analysis/use-paced-job";
import { fixed } from "../../lib/format.ts";
import { announce } from "../../ui/announcer.ts";
import { Button } from "../../ui/button.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Slider } from "../../ui/slider.tsx";
import { useWords } from "../../ui/texts.ts";
import { useStable } from "../../ui/use-latest.ts";
import { CalibratedVolatility, LikelihoodContour } from "./calibration-charts.tsx";
import { afterDrag, type CurveDrag, curvePoint } from "./calibration-drag";
import { EarlierFits } from "./calibration-earlier.tsx";
import { CalibratedImpact } from "./calibration-impact.tsx";
import type { EarlierFit } from "./calibration-runs";
import { type Compared, comparisonOf } from "./calibration-table";
import {
  basisOf,
  isOfMean,
  type ManualValues,
  type Movable,
  manualValuesOf,
  movablesOf,
  questionOf,
  questionOfEarlier,
} from "./calibration-values";
import { LONG_RUN } from "./provenance";
import type { ForecastValue, GarchRun } from "./use-garch";

const NOT_MOVED: ManualValues = {};
/** Manual values, and a drag of the curve on top of them. */
interface Moved {
  set: ManualValues;
  drag: CurveDrag | null;
  /** The earlier fit whose estimates are applied, until one is adjusted. */
  earlier: EarlierFit | null;
}
const AT_MAXIMUM: Moved = { set: NOT_MOVED, drag: null, earlier: null };
const HORIZON = 30;
/** Changes are announced once they pause, after this time in ms. */
const ANNOUNCE_AFTER = 700;
/** Step of an arrow key on the surface. */
const PLANE_STEP = 0.001;

export interface CalibrationProps {
  run: GarchRun;
  forecast: ForecastValue | null;
}

/** Manual adjustment of the fitted model: likelihood, volatility and forecast follow the parameters. */
export function Calibration({ run, forecast }: CalibrationProps) {
  const [{ set, drag, earlier }, setMoved] = useState(AT_MAXIMUM);
  const movables = useMemo(() => movablesOf(run), [run]);
  const basis = useMemo(() => basisOf(run), [run]);
  const horizon = forecast?.horizon ?? HORIZON;
  const atMaximum = useMemo(() => questionOf(run, basis, NOT_MOVED, { horizon, shocks: null }), [run, basis, horizon]);
  const maximum = useFollowing("evaluate-garch", atMaximum);
  const shocks = maximum.value?.news.shocks ?? null;
  const moved = set !== NOT_MOVED || drag !== null || earlier !== null;
  const question = useMemo(() => {
    if (!moved || !shocks) return null;
    if (earlier) return questionOfEarlier(run, basis, earlier, { horizon, shocks });
    return questionOf(run, basis, set, { horizon, shocks, through: drag && curvePoint(run, drag) });
  }, [moved, run, basis, set, drag, earlier, horizon, shocks]);
  const kept = usePacedJob("evaluate-garch", question);
  const evaluation = kept?.outcome.ok ? kept.outcome.value : null;
  const refusal = useWords(kept && !kept.outcome.ok ? kept.outcome.failure : null);
  const stopped = useWords(evaluation?.stopped ?? null);
  const manual = useMemo(() => {
    if (!evaluation) return set;
    if (earlier) return kept?.of === question ? manualValuesOf(run, evaluation) : set;
    return drag ? afterDrag(run, set, drag, evaluation) : set;
  }, [run, set, drag, earlier, evaluation, kept, question]);
  const move = useStable((changes: ManualValues) => setMoved({ ...AT_MAXIMUM, set: { ...manual, ...changes } }));
  const dragTo = useStable((next: CurveDrag) => setMoved({ ...AT_MAXIMUM, set: drag?.side === next.side ? set : manual, drag: next }));
  const apply = useStable((fit: EarlierFit) => setMoved({ ...AT_MAXIMUM, earlier: fit }));
  useSpoken(evaluation, maximum.value);
  if (!maximum.value) return maximum.failure ? <FailureBox failure={maximum.failure} /> : <Skeleton rows={6} />;
  return (
    <>
      <Panel
        title="Manual calibration"
        note={modelLabel(run.value.fit.model)}
        actions={
          <>
            <Button size="small" isDisabled={!moved} onPress={() => setMoved(AT_MAXIMUM)}>
              Back to the maximum
            </Button>
            <About variance={run.value.fit.model.variance} />
          </>
        }
        footer={`${Object.keys(manual).some(isOfMean) ? "The mean is that of the earlier fit." : "The mean stays as estimated."} Standard errors, tests and all other figures on this page are those at the maximum.`}
      >
        <div className="grid gap-x-6 gap-y-4 @min-[800px]:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
          <div className="flex flex-col gap-2.5">
            <EarlierFits run={run} chosen={earlier} onChoose={apply} />
            {movables.map((movable) => (
              <MovableSlider key={movable.key} movable={movable} value={manual[movable.key]} move={move} />
            ))}
          </div>
          <div className="flex min-w-0 flex-col gap-2.5">
            {refusal || stopped ? <Caution>{refusal ?? stopped}</Caution> : null}
            <Comparison
              run={run}
              movables={movables}
              manual={manual}
              maximum={maximum.value}
              evaluation={moved ? evaluation : maximum.value}
            />
          </div>
        </div>
      </Panel>
      <div className="grid items-start gap-4 @min-[800px]:grid-cols-2">
        <Surface movables={movables} manual={manual} move={move} basis={basis} />
        <CalibratedImpact run={run} maximum={maximum.value} manual={evaluation} drag={drag} onDrag={dragTo} />
      </div>
      <CalibratedVolatility run={run} maximum={maximum.value} manual={evaluation} forecast={forecast} />
    </>
  );
}

/** Announces the likelihood once adjustments pause. */
function useSpoken(evaluation: { logLikelihood: number; persistence: number } | null, maximum: { logLikelihood: number } | null): void {
  useEffect(() => {
    if (!evaluation || !maximum) return;
    const below = fixed(maximum.logLikelihood - evaluation.logLikelihood, 2);
    const say = () => announce(`Log-likelihood ${below} below the maximum, persistence ${fixed(evaluation.persistence, 3)}`);
    const timer = setTimeout(say, ANNOUNCE_AFTER);
    return () => clearTimeout(timer);
  }, [evaluation, maximum]);
}

/** Rounds a manual value to the slider's precision; the maximum itself keeps all digits. */
const rounded = (value: number, { digits }: Movable): number => Number(value.toFixed(digits + 2));

interface MovableProps {
  movable: Movable;
  value: number | undefined;
  move: (changes: ManualValues) => void;
}

// Memoized: a slider with its box takes as long to render as the rest of a frame.
const MovableSlider = memo(function MovableSlider({ movable, value, move }: MovableProps) {
  const { key, label, min, max, step, unit, maximum } = movable;
  return (
    <Slider
      label={label}
      value={rounded(value ?? maximum, movable)}
      onChange={(next) => move({ [key]: next })}
      min={min}
      max={max}
      step={step}
      boxStep={step}
      unit={unit}
    />
  );
});

const Comparison = memo(function Comparison(props: Compared) {
  return <ManualTable label="Manual and at the maximum" rest="Maximum" rows={comparisonOf(props)} />;
});

interface SurfacePartProps {
  movables: readonly Movable[];
  manual: ManualValues;
  move: (changes: ManualValues) => void;
  basis: ReturnType<typeof basisOf>;
}

/** For models with one weight of the last shock and one of the last variance. */
const Surface = memo(function Surface({ movables, manual, move, basis }: SurfacePartProps) {
  const [alpha, beta] = ["alpha1", "beta1"].map((key) => movables.find((one) => one.key === key));
  const profile = useFollowing("profile-garch", alpha && beta ? basis : null, { listsCancel: true });
  const place = useMemo(() => ({ x: alpha?.maximum ?? 0, y: beta?.maximum ?? 0 }), [alpha, beta]);
  if (!alpha || !beta) return null;
  const point = {
    x: manual.alpha1 ?? alpha.maximum,
    y: manual.beta1 ?? beta.maximum,
    label: "Manual weights",
    step: PLANE_STEP,
    onMove: (x: number, y: number) => move({ alpha1: x, beta1: y }),
  };
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <LateProgress progress={profile.progress} onCancel={profile.cancel} />
      <FailureBox failure={profile.failure} />
      {profile.failure ? null : <LikelihoodContour surface={profile.value} place={place} grip={point} />}
    </div>
  );
});

function About({ variance }: Pick<GarchModel, "variance">) {
  const level = LONG_RUN[variance];
  return (
    <InfoButton
      title="Manual calibration"
      formula="log-likelihood, σₜ and forecast at the manual values; nothing is re-estimated"
      settings={[
        ["Likelihood surface", "at each α₁, β₁ the highest over all other parameters (profile)"],
        ["Region of coverage c", "log-likelihood within −ln(1 − c) of the maximum: χ² with 2 degrees of freedom; 3.00 for 95%"],
        ["Parameters of an earlier fit", "mean, variance and density of a run of the same model, applied to these returns as they are"],
        ...(level ? ([["Long-run volatility", `ω follows from it: ${level}`]] as const) : []),
        [
          "Manual news impact",
          "α₁ (and γ₁) at which the curve passes through the pointer, every earlier shock and variance at σ²∞; Engle and Ng (1993)",
        ],
      ]}
      source="Wilks (1938); Barndorff-Nielsen and Cox (1994)"
      differs="The regions assume the specified likelihood: with fat tails under Normal errors they are too small."
    />
  );
}
