import { memo, useCallback, useDeferredValue, useState } from "react";
import { CorrelationMatrix } from "../../charts/heat-map.tsx";
import { count, day, fixed, percent, plural } from "../../lib/format.ts";
import { deferred } from "../../ui/deferred.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { FrontierSection } from "./frontier-section.tsx";
import { provenanceOf } from "./provenance";
import { type ChangeSettings, objectiveLabel } from "./settings";
import { SharesPanel } from "./shares-panel.tsx";
import type { ProposalRun } from "./use-proposal";
import { ViewsPanel } from "./views-panel.tsx";
import { WeightsPanel } from "./weights-panel.tsx";

const SaveDialog = deferred(async () => (await import("./save-dialog.tsx")).SaveDialog);

/** More names than this are unreadable along a matrix. */
const MAX_CORRELATED = 30;

/** Maximum number of assets whose excluded rows are listed separately. */
const MAX_NAMED = 3;

/** Rows lost by aligning dates: "; 24 of Bonds excluded", summed up for many assets. */
function excludedRows(assets: ProposalRun["value"]["alignment"]["assets"]): string {
  const short = assets.filter(({ dropped }) => dropped > 0);
  if (short.length === 0) return "";
  if (short.length <= MAX_NAMED) return `; ${short.map(({ name, dropped }) => `${count(dropped)} of ${name}`).join(", ")} excluded`;
  const rows = short.map(({ dropped }) => dropped);
  const [fewest, most] = [Math.min(...rows), Math.max(...rows)];
  return `; ${fewest === most ? "" : `${count(fewest)} to `}${plural(most, "row")} of ${count(short.length)} assets excluded`;
}

interface OptimizationTabProps {
  run: ProposalRun;
  /** In units of currency, for whole shares. */
  capital: number | null;
  change: ChangeSettings;
  /** Sets the current weights; null if they belong to a client's portfolio. */
  onTake: ((weights: Float64Array) => void) | null;
}

/** The chosen portfolio: key figures compared with equal weights, the frontier, weights and contributions, correlations. */
export const OptimizationTab = memo(function OptimizationTab({ run, capital, change, onTake }: OptimizationTabProps) {
  const [saving, setSaving] = useState<{ weights: Float64Array; name: string } | null>(null);
  // Each part is rendered after the one above: updating everything at once would block the page.
  const middle = useDeferredValue<ProposalRun | null>(run, null);
  const lower = useDeferredValue<ProposalRun | null>(middle, null);
  const saveAs = useCallback((weights: Float64Array, name: string) => setSaving({ weights, name }), []);
  const { value: proposal, noFrontier, set } = run;
  const { equalWeights, shortfall, alignment } = proposal;
  const about = provenanceOf(run);
  return (
    <>
      {proposal.notes.map((note) => (
        <Caution key={note}>{note}</Caution>
      ))}
      <div className="@container">
        <div className="@min-[520px]:[&_dl]:grid-cols-3 [&_dl>*]:px-3!">
          <StatStrip label="Key figures of the portfolio">
            <Stat label="Method" value={objectiveLabel(proposal.used)} word info={about.method} />
            <Stat
              label="Expected Return"
              value={percent(proposal.expectedReturn, 2)}
              note={`equal weights ${percent(equalWeights.expectedReturn, 2)}`}
              info={about.expectedReturn}
            />
            <Stat
              label="Volatility"
              value={percent(proposal.volatility, 2)}
              note={`equal weights ${percent(equalWeights.volatility, 2)}`}
              info={about.volatility}
            />
            <Stat
              label="Sharpe Ratio"
              value={fixed(proposal.sharpe, 2)}
              note={`equal weights ${fixed(equalWeights.sharpe, 2)}`}
              info={about.sharpe}
            />
            {shortfall ? (
              <Stat
                label="Expected Shortfall"
                value={percent(shortfall.expectedShortfall, 2)}
                note={`one step; value at risk ${percent(shortfall.valueAtRisk, 2)}`}
                info={about.method}
              />
            ) : null}
            <Stat label="Diversification ratio" value={fixed(proposal.diversificationRatio, 2)} info={about.diversification} />
            <Stat
              label="Effective assets"
              value={fixed(proposal.effectiveAssets, 1)}
              note={`of ${count(set.names.length)}`}
              info={about.effective}
            />
          </StatStrip>
        </div>
      </div>
      <p className="-mt-2 text-muted text-small">
        {set.name}: {count(alignment.rows)} common rows
        {alignment.from === null ? "" : `, ${day(alignment.from)} to ${day(alignment.to)}`}
        {excludedRows(alignment.assets)}. In-sample estimates, not a forecast.
      </p>
      {noFrontier ? <Caution>No frontier: {noFrontier}</Caution> : null}
      <WeightsPanel run={run} onTake={onTake} onSave={() => saveAs(proposal.weights, objectiveLabel(proposal.used))} />
      {middle ? <ViewsPanel run={middle} /> : null}
      {middle ? <FrontierSection run={middle} onTake={onTake} onSave={saveAs} /> : null}
      {lower ? <Lower run={lower} capital={capital} change={change} /> : null}
      {saving ? <SaveDialog run={run} weights={saving.weights} usualName={saving.name} onClose={() => setSaving(null)} /> : null}
    </>
  );
});

/** Whole shares, and correlations. */
const Lower = memo(function Lower({ run, capital, change }: Pick<OptimizationTabProps, "run" | "capital" | "change">) {
  const { names, correlation } = run.value;
  return (
    <>
      <SharesPanel run={run} capital={capital} change={change} />
      {names.length > 1 && names.length <= MAX_CORRELATED ? (
        <CorrelationMatrix
          title="Correlations"
          subtitle="by the covariance estimate"
          exportName="correlations"
          names={names}
          values={correlation}
        />
      ) : null}
    </>
  );
});
