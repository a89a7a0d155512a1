import { memo } from "react";
import { CorrelationMatrix } from "../../charts/heat-map.tsx";
import { count, day, fixed, percent } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { FrontierChart } from "./frontier-chart.tsx";
import { provenanceOf } from "./provenance";
import { objectiveLabel } from "./settings";
import type { ProposalRun } from "./use-proposal";
import { WeightsPanel } from "./weights-panel.tsx";

/** More names than this cannot be read along a matrix. */
const MOST_CORRELATED = 30;

/** The chosen portfolio: key figures beside equal weights, the frontier, weights and contributions, correlations. */
export const OptimisationTab = memo(function OptimisationTab({ run, onTake }: { run: ProposalRun; onTake: (() => void) | null }) {
  const { proposal, noFrontier, set } = run;
  const { equalWeights, shortfall, alignment } = proposal;
  const about = provenanceOf(run);
  const dropped = alignment.assets.filter((asset) => asset.dropped > 0);
  return (
    <>
      {proposal.notes.map((note) => (
        <Caution key={note}>{note}</Caution>
      ))}
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
      <p className="-mt-2 text-muted text-small">
        {set.name}: {count(alignment.rows)} common rows
        {alignment.from === null ? "" : `, ${day(alignment.from)} to ${day(alignment.to)}`}
        {dropped.length > 0 ? `; ${dropped.map(({ name, dropped: rows }) => `${count(rows)} of ${name}`).join(", ")} left out` : ""}. A fit
        to these returns, not a forecast.
      </p>
      {noFrontier ? <Caution>No frontier can be drawn: {noFrontier}</Caution> : null}
      <FrontierChart run={run} />
      <WeightsPanel run={run} onTake={onTake} />
      {proposal.names.length > 1 && proposal.names.length <= MOST_CORRELATED ? (
        <CorrelationMatrix
          title="Correlations"
          subtitle="by the covariance estimate"
          exportName="correlations"
          names={proposal.names}
          values={proposal.correlation}
        />
      ) : null}
    </>
  );
});
