import { lazy, memo, useMemo } from "react";
import { OnDemandPanel } from "../../analysis/manual.tsx";
import { HeatMap } from "../../charts/heat-map.tsx";
import { regimeMark } from "../../charts/regime-colors";
import { count, fixed, headIn, percent, significant } from "../../lib/format.ts";
import { returnsUsed } from "../../lib/return-words.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Direction } from "../../ui/direction.tsx";
import { Held } from "../../ui/held.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import { provenanceOf } from "./provenance";
import type { MarkovSettings } from "./settings";
import { type FitValue, type MarkovRun, returnsIn } from "./use-markov";

const ManualMatrix = lazy(() => import("./manual-matrix.tsx").then((module) => ({ default: module.ManualMatrix })));

type Row = FitValue["regimes"][number];
type Criterion = FitValue["criteria"][number];

const withError = (value: string, error: number | null, digits: number) => (error === null ? value : `${value} ± ${fixed(error, digits)}`);

interface ModelTabProps {
  run: MarkovRun;
  /** Sets the number of regimes for the next run. */
  onStates: (states: MarkovSettings["states"]) => void;
}

/** The regimes, their transitions, and their number. */
export const ModelTab = memo(function ModelTab({ run, onStates }: ModelTabProps) {
  const { value: fitted } = run;
  const { regimes, transition, transitionErrors, fit } = fitted;
  const about = provenanceOf(run);
  const labels = useMemo(() => regimes.map(({ label }) => label), [regimes]);
  const to = useMemo(() => labels.map((label) => `to ${label}`), [labels]);
  const moves = useMemo(() => Float64Array.from(transition.flat(), (p) => 100 * p), [transition]);
  const unit = fitted.kind === "prices" || run.scale === 0.01 ? "%" : "";
  const columns: TableColumn<Row>[] = [
    {
      id: "label",
      header: "Regime",
      cell: ({ label }) => <Direction mark={regimeMark(label)}>{label}</Direction>,
      text: ({ label }) => label,
    },
    { id: "now", header: "Now", cell: ({ probability }) => percent(probability, 1) },
    {
      id: "mean",
      header: headIn("Mean per step", unit),
      cell: ({ mean, meanError }) => withError(fixed(mean, 4), meanError, 4),
    },
    { id: "annual", header: "Return per year", matters: true, cell: ({ annualReturn }) => percent(annualReturn, 1) },
    { id: "volatility", header: "Volatility per year", matters: true, cell: ({ annualVolatility }) => percent(annualVolatility, 1) },
    {
      id: "duration",
      header: "Duration (steps)",
      matters: true,
      cell: ({ duration, durationError }) => withError(fixed(duration, 1), durationError, 1),
    },
    { id: "share", header: "Long-run share", cell: ({ share }) => percent(share, 1) },
  ];
  const errors = transitionErrors.flatMap((row, i) =>
    row.map(
      (error, j) =>
        `${labels[i]} to ${labels[j]}: ${percent(transition[i][j], 2)}${error === null ? ", at its bound" : ` ± ${percent(error, 2)}`}`,
    ),
  );
  return (
    <>
      <Panel
        title="Regimes"
        note={`${count(returnsIn(run))} ${returnsUsed(fitted.kind, run.scale !== 1)}${fitted.kind === "prices" ? ", from prices" : ""}`}
        actions={<InfoButton {...about.rows} />}
        footer={
          <>
            {fitted.caption} Log-likelihood <span className="num">{fixed(fit.logLikelihood, 4)}</span>, AIC{" "}
            <span className="num">{fixed(fit.aic, 2)}</span>, BIC <span className="num">{fixed(fit.bic, 2)}</span>, {count(fit.starts)}{" "}
            starts, {fit.converged ? "converged" : "not converged"}.
          </>
        }
        flush
      >
        <DataTable label="Regimes" columns={columns} rows={regimes} rowKey={({ label }) => label} copyable />
      </Panel>
      <div className="grid items-start gap-4 @min-[740px]/results:grid-cols-2">
        <HeatMap
          title="Transition matrix"
          subtitle="one-step probabilities, %"
          exportName="transition-matrix"
          row="From"
          rows={labels}
          columns={to}
          values={moves}
          tone="amount"
          limit={100}
          unit="%"
          height={34 * labels.length + 40}
          footer={
            <span className="flex items-start justify-between gap-2">
              <span>{errors.join("; ")}</span>
              <InfoButton {...about.transition} />
            </span>
          }
        />
        <CriteriaPanel run={run} onStates={onStates} />
      </div>
      <ManualSection run={run} />
    </>
  );
});

const ManualSection = ({ run }: Pick<ModelTabProps, "run">) => (
  <OnDemandPanel
    key={run.at}
    title="Manual transition matrix"
    note="adjust the staying probabilities: regimes, durations and likelihood follow"
    button="Adjust the matrix"
  >
    <ManualMatrix run={run} />
  </OnDemandPanel>
);

function CriteriaPanel({ run, onStates }: ModelTabProps) {
  const { criteria, bestStates } = run.value;
  const best = criteria.find(({ states }) => states === bestStates) ?? criteria[0];
  const columns: TableColumn<Criterion>[] = [
    {
      id: "states",
      header: "Regimes",
      cell: ({ states }) => (states === bestStates ? <Verdict state="ok">{states}, best</Verdict> : count(states)),
      text: ({ states }) => count(states),
    },
    { id: "ll", header: "Log-likelihood", cell: ({ logLikelihood }) => fixed(logLikelihood, 2) },
    { id: "k", header: "Parameters", cell: ({ parameters }) => count(parameters) },
    { id: "bic", header: "BIC", cell: ({ bic }) => fixed(bic, 1) },
    { id: "gap", header: "Δ best", cell: ({ bic }) => significant(bic - best.bic, 3) },
  ];
  const chosen = run.settings.states;
  const other = String(bestStates);
  const advice =
    bestStates === 1
      ? "One regime has the lowest BIC: no evidence of distinct regimes."
      : other === chosen
        ? `${chosen} regimes have the lowest BIC.`
        : `${bestStates} regimes have the lowest BIC; ${chosen} are shown.`;
  const panel = (
    <Panel
      title="Number of regimes"
      note="BIC, lowest is best"
      actions={<InfoButton {...provenanceOf(run).criteria} />}
      footer={
        <span className="flex flex-wrap items-center justify-between gap-2">
          {advice}
          {bestStates > 1 && other !== chosen ? (
            <Button size="small" onPress={() => onStates(other as MarkovSettings["states"])}>
              Use {other} regimes
            </Button>
          ) : null}
        </span>
      }
      flush
    >
      <DataTable label="Number of regimes" columns={columns} rows={criteria} rowKey={({ states }) => states} copyable />
    </Panel>
  );
  // During a drag only one number of regimes is fitted.
  return <Held>{panel}</Held>;
}
