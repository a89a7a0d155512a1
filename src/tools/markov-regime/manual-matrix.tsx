import { memo, useMemo, useState } from "react";
import { comparedRow, ManualTable } from "../../analysis/manual.tsx";
import { useFollowing } from "../../analysis/use-follow-up";
import { usePacedJob } from "../../analysis/use-paced-job";
import type { ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Slider } from "../../ui/slider.tsx";
import { useWords } from "../../ui/texts.ts";
import { useStable } from "../../ui/use-latest.ts";
import { columnsOf, type MarkovRun, modelOf } from "./use-markov";

/** Manual probabilities of staying, by index of the regime; all others are those of the maximum. */
type Stays = Readonly<Record<number, number>>;

const NOT_MOVED: Stays = {};
const STEP = 0.0005;
const DURATION_STEP = 0.5;
/** Maximum duration, as a multiple of that at the maximum. */
const REACH = 3;
/** Maximum probability of leaving, as a multiple of that at the maximum. */
const LEAVING = 10;

/** A row with another probability of staying: the others keep their proportions; in a row that never leaves, they become equal. */
function rowStaying(row: readonly number[], place: number, stay: number): number[] {
  const left = row.reduce((sum, p, j) => (j === place ? sum : sum + p), 0);
  return row.map((p, j) => (j === place ? stay : left > 0 ? (p * (1 - stay)) / left : (1 - stay) / (row.length - 1)));
}

/** Manual adjustment of the fitted regimes: probabilities, durations and likelihood follow the transition matrix. */
export function ManualMatrix({ run }: { run: MarkovRun }) {
  const { value: fitted, column } = run;
  const { regimes, transition, kind } = fitted;
  const [stays, setStays] = useState(NOT_MOVED);
  const [view, setView] = useState<"filtered" | "smoothed">("filtered");
  const [shown, setShown] = useState(regimes[regimes.length - 1].label);
  const moved = stays !== NOT_MOVED;
  const question = useMemo(() => {
    if (!moved) return null;
    const rows = transition.map((row, i) => (stays[i] === undefined ? row : rowStaying(row, i, stays[i])));
    return { values: column.values, kind, model: { ...modelOf(fitted), transition: rows } };
  }, [moved, stays, transition, fitted, column, kind]);
  const kept = usePacedJob("evaluate-regimes", question);
  const manual = kept?.outcome.ok ? kept.outcome.value : null;
  const refusal = useWords(kept && !kept.outcome.ok ? kept.outcome.failure : null);
  const move = useStable((place: number, stay: number) => setStays({ ...stays, [place]: stay }));
  const place = regimes.findIndex(({ label }) => label === shown);
  const looked = useMemo(() => ({ ...columnsOf(run), only: { view, regime: place } }), [run, view, place]);
  const read = useFollowing("evaluate-regimes", looked);
  const maximum = read.value?.[view][0] ?? null;
  const rows = useMemo(
    () => [
      comparedRow("Log-likelihood", [moved ? manual?.logLikelihood : fitted.fit.logLikelihood, fitted.fit.logLikelihood], 2),
      ...regimes.flatMap(({ label, duration, share, probability }, i) => [
        comparedRow(`Duration of ${label}`, [moved ? manual?.durations[i] : duration, duration], 1, "steps"),
        comparedRow(`Long-run share of ${label}`, [100 * (moved ? (manual?.shares[i] ?? Number.NaN) : share), 100 * share], 1, "%"),
        comparedRow(`P(${label}) now`, [100 * (moved ? (manual?.last[i] ?? Number.NaN) : probability), 100 * probability], 1, "%"),
      ]),
    ],
    [moved, manual, regimes, fitted],
  );
  return (
    <>
      <Panel
        title="Manual transition matrix"
        note="log-likelihood against the maximum"
        actions={
          <>
            <Button size="small" isDisabled={!moved} onPress={() => setStays(NOT_MOVED)}>
              Back to the maximum
            </Button>
            <About />
          </>
        }
        footer="Means and variances stay as estimated. Nothing is re-estimated; standard errors and all other figures on this page are those at the maximum."
      >
        <div className="@container">
          <div className="grid gap-x-6 gap-y-4 @min-[800px]:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
            <div className="flex flex-col gap-2.5">
              {regimes.map(({ label }, i) => (
                <Stay key={label} label={label} place={i} stay={stays[i] ?? transition[i][i]} maximum={transition[i][i]} move={move} />
              ))}
            </div>
            <div className="flex min-w-0 flex-col gap-2.5">
              {refusal ? <Caution>{refusal}</Caution> : null}
              <ManualTable label="Manual and at the maximum" rest="Maximum" rows={rows} />
            </div>
          </div>
        </div>
      </Panel>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented label="Manual probabilities" labelHidden value={view} options={VIEWS} onChange={setView} />
        <Segmented
          label="Regime"
          labelHidden
          value={shown}
          options={regimes.map(({ label }) => ({ value: label, label }))}
          onChange={setShown}
        />
      </div>
      <Probabilities run={run} label={shown} manual={manual ? manual[view][place] : maximum} maximum={maximum} />
    </>
  );
}

const VIEWS = [
  { value: "filtered", label: "Filtered" },
  { value: "smoothed", label: "Smoothed" },
] as const;

interface StayProps {
  label: string;
  place: number;
  stay: number;
  maximum: number;
  move: (place: number, stay: number) => void;
}

/** Probability of staying and expected duration, which determine each other: 1 / (1 − p). */
const Stay = memo(function Stay({ label, place, stay, maximum, move }: StayProps) {
  const duration = 1 / (1 - stay);
  const most = Math.max(10, Math.ceil(REACH / (1 - maximum)));
  const least = Math.max(0, 1 - LEAVING * (1 - maximum));
  return (
    <>
      <Slider
        label={`P(${label} to ${label})`}
        value={Number(stay.toFixed(4))}
        onChange={(next) => move(place, next)}
        min={Math.min(Math.floor(100 * least) / 100, Math.floor(100 * stay) / 100)}
        max={1}
        step={STEP}
        boxStep={STEP}
      />
      <Slider
        label={`Expected duration of ${label}, steps`}
        value={Number(Math.min(duration, most).toFixed(1))}
        onChange={(next) => move(place, 1 - 1 / next)}
        min={1}
        max={most}
        step={DURATION_STEP}
        boxStep={DURATION_STEP}
      />
    </>
  );
});

interface ProbabilitiesProps {
  run: MarkovRun;
  label: string;
  manual: Float64Array | null;
  /** Null until read. */
  maximum: Float64Array | null;
}

const Probabilities = memo(function Probabilities({ run: { times }, label, manual, maximum }: ProbabilitiesProps) {
  const x = useMemo(() => datedAxis(times, "Observation"), [times]);
  const panes = useMemo<ChartPane[]>(() => {
    if (!manual || !maximum) return [];
    const series: ChartPane["series"] = [
      { key: "hand", label: "manual", color: "warn", kind: "line", values: manual },
      { key: "maximum", label: "maximum", color: "accent", kind: "line", values: maximum },
    ];
    return [{ key: "probability", share: 1, digits: 3, range: [0, 1], series }];
  }, [manual, maximum]);
  return (
    <TimeChart
      title={`P(${label}), manual`}
      subtitle="compared with the maximum"
      x={x}
      panes={panes}
      exportName="regimes-by-hand"
      loading={maximum ? false : "Reading probabilities…"}
      height={220}
    />
  );
});

function About() {
  return (
    <InfoButton
      title="Manual transition matrix"
      formula="log-likelihood and probabilities at the manual matrix; expected duration = 1 / (1 − p)"
      settings={[
        ["Other transitions", "keep their proportions within the row"],
        ["Start", "the stationary distribution of the adjusted matrix"],
      ]}
      source="Hamilton (1989); Kim (1994)"
    />
  );
}
