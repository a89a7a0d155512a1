import { memo, useMemo, useState } from "react";
import { comparedRow, ManualTable } from "../../analysis/manual.tsx";
import { usePacedJob } from "../../analysis/use-paced-job";
import { ScatterChart, type ScatterGroup } from "../../charts/scatter-chart.tsx";
import { percent } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Slider } from "../../ui/slider.tsx";
import { useWords } from "../../ui/texts.ts";
import { useStable } from "../../ui/use-latest.ts";
import { boundsOf } from "./proposal-input";
import type { ProposalRun } from "./use-proposal";

const STEP = 0.5;
/** Maximum number of sliders; those of the largest weights are shown. */
const MAX_SLIDERS = 12;
const ROUNDING = 1e-9;

/**
 * Weights with one of them changed; the others keep their proportions, so that the sum stays 1. If all others are 0 they are restored in
 * the proportions of the proposal.
 */
function withWeight(weights: Float64Array, place: number, weight: number, proposed: Float64Array): Float64Array {
  const shares = [weights, proposed, weights.map(() => 1)].find((list) => Math.abs(othersOf(list, place)) > ROUNDING) ?? weights;
  const rest = (1 - weight) / othersOf(shares, place);
  return weights.map((_, i) => (i === place ? weight : shares[i] * rest));
}

const othersOf = (list: Float64Array, place: number): number => list.reduce((sum, own, i) => (i === place ? sum : sum + own), 0);

interface ManualProps {
  run: ProposalRun;
  /** Sets the current weights; null if they belong to a client's portfolio. */
  onTake: ((weights: Float64Array) => void) | null;
}

/** Manual adjustment of the chosen portfolio: return, risk and the distance from the frontier follow the weights. */
export function ManualWeights({ run, onTake }: ManualProps) {
  const { value: proposal, frontier, set } = run;
  const { names, assets, correlation, riskFree } = proposal;
  const [moved, setMoved] = useState<Float64Array | null>(null);
  const weights = moved ?? proposal.weights;
  const estimates = useMemo(() => {
    const points = (frontier?.points ?? []).map(({ volatility, expectedReturn }) => ({ volatility, expectedReturn }));
    const [means, volatilities] = [assets.map((one) => one.expectedReturn), assets.map((one) => one.volatility)].map((list) =>
      Float64Array.from(list),
    );
    return { means, volatilities, correlation, riskFree, frontier: points };
  }, [assets, correlation, riskFree, frontier]);
  const question = useMemo(() => ({ weights, ...estimates }), [weights, estimates]);
  const kept = usePacedJob("evaluate-weights", question);
  const manual = kept?.outcome.ok ? kept.outcome.value : null;
  const refusal = useWords(kept && !kept.outcome.ok ? kept.outcome.failure : null);
  const move = useStable((place: number, weight: number) => setMoved(withWeight(weights, place, weight, proposal.weights)));
  const beyond = useMemo(() => {
    const { lower, upper } = boundsOf(names, run.settings);
    return names.filter((_, i) => weights[i] < lower[i] - ROUNDING || weights[i] > upper[i] + ROUNDING);
  }, [names, run, weights]);
  const movable = useMemo(
    () => [...names.keys()].sort((a, b) => Math.abs(proposal.weights[b]) - Math.abs(proposal.weights[a])).slice(0, MAX_SLIDERS),
    [names, proposal],
  );
  const rows = useMemo(() => {
    const share = (label: string, now: number | null | undefined, then: number | null) =>
      comparedRow(label, [typeof now === "number" ? 100 * now : now, then === null ? null : 100 * then], 2, "%");
    return [
      share("Expected Return", manual?.expectedReturn, proposal.expectedReturn),
      share("Volatility", manual?.volatility, proposal.volatility),
      comparedRow("Sharpe Ratio", [manual?.sharpe, proposal.sharpe], 2),
      comparedRow("Effective assets", [manual?.effectiveAssets, proposal.effectiveAssets], 1),
    ];
  }, [manual, proposal]);
  return (
    <>
      <Panel
        title="Manual weights"
        note={set.name}
        actions={
          <>
            <Button size="small" isDisabled={moved === null} onPress={() => setMoved(null)}>
              Back to the proposal
            </Button>
            {onTake ? (
              <Button size="small" isDisabled={moved === null} onPress={() => onTake(weights)}>
                Use these weights
              </Button>
            ) : null}
          </>
        }
        footer={`The other weights keep their proportions, so that all sum to 100%.${movable.length < names.length ? ` The ${movable.length} largest of ${names.length} have a slider.` : ""}`}
      >
        <div className="@container">
          <div className="grid gap-x-6 gap-y-4 @min-[800px]:grid-cols-2">
            <div className="flex flex-col gap-2.5">
              {movable.map((place) => (
                <Weight key={names[place]} name={names[place]} place={place} weight={weights[place]} move={move} />
              ))}
            </div>
            <div className="flex min-w-0 flex-col gap-2.5">
              {refusal ? <Caution>{refusal}</Caution> : null}
              {beyond.length > 0 ? <Caution>Outside the limits of the proposal: {beyond.join(", ")}.</Caution> : null}
              <ManualTable label="Manual and as proposed" rest="Proposal" rows={rows} />
              <p className="text-muted text-small">{distanceWords(manual)}</p>
              <RiskShares names={names} places={movable} manual={manual?.riskContributions} proposed={proposal.riskContributions} />
            </div>
          </div>
        </div>
      </Panel>
      <Place run={run} manual={manual} />
    </>
  );
}

interface Evaluated {
  expectedReturn: number;
  volatility: number;
  riskContributions: Float64Array | null;
  returnBelow: number | null;
  volatilityAbove: number | null;
}

function distanceWords(manual: Evaluated | null): string {
  if (!manual) return "";
  const { returnBelow, volatilityAbove } = manual;
  if (returnBelow === null && volatilityAbove === null) return "Beyond the ends of the frontier.";
  const parts = [
    ...(returnBelow === null ? [] : [`${percent(returnBelow, 2)} of return below the frontier at the same volatility`]),
    ...(volatilityAbove === null ? [] : [`${percent(volatilityAbove, 2)} of volatility above it at the same return`]),
  ];
  return `${parts.join("; ")}.`;
}

interface RiskSharesProps {
  names: readonly string[];
  /** Indices of the listed assets. */
  places: readonly number[];
  manual: Float64Array | null | undefined;
  proposed: Float64Array | null;
}

/** Contribution of each asset to the variance, manual and proposed, as shares that sum to 100% over all assets. */
const RiskShares = memo(function RiskShares({ names, places, manual, proposed }: RiskSharesProps) {
  const rows = useMemo(() => {
    const percentOf = (shares: Float64Array | null | undefined, place: number) => (shares ? 100 * shares[place] : null);
    return places.map((place) => comparedRow(names[place], [percentOf(manual, place), percentOf(proposed, place)], 1, "%"));
  }, [names, places, manual, proposed]);
  return <ManualTable label="Risk contributions, manual and as proposed" head="Risk contribution" rest="Proposal" rows={rows} />;
});

interface WeightProps {
  name: string;
  place: number;
  weight: number;
  move: (place: number, weight: number) => void;
}

const Weight = memo(function Weight({ name, place, weight, move }: WeightProps) {
  const shown = Number((100 * weight).toFixed(2));
  return (
    <Slider
      label={`Weight of ${name}`}
      value={shown}
      onChange={(next) => move(place, next / 100)}
      min={Math.min(0, Math.floor(shown))}
      max={Math.max(100, Math.ceil(shown))}
      step={STEP}
      boxStep={STEP}
      unit="%"
    />
  );
});

/** The manual portfolio beside the frontier and the proposal. */
const Place = memo(function Place({ run: { value: proposal, frontier }, manual }: { run: ProposalRun; manual: Evaluated | null }) {
  const { x, groups } = useMemo(() => {
    const sets = [
      { key: "hand", label: "Manual", color: "warn" as const, points: [manual ?? proposal] },
      { key: "chosen", label: "Proposal", color: "accent" as const, points: [proposal] },
      { key: "frontier", label: "Frontier", color: "muted" as const, points: frontier?.points ?? [] },
    ];
    const all = sets.flatMap(({ points }, set) => points.map(({ expectedReturn, volatility }) => ({ set, expectedReturn, volatility })));
    const groups = sets.map(
      ({ key, label, color }, set): ScatterGroup => ({
        key,
        label,
        color,
        values: Float64Array.from(all, (one) => (one.set === set ? 100 * one.expectedReturn : Number.NaN)),
      }),
    );
    return { x: { label: "Volatility", unit: "%", digits: 2, values: Float64Array.from(all, (one) => 100 * one.volatility) }, groups };
  }, [manual, proposal, frontier]);
  return (
    <ScatterChart
      title="Manual weights and the frontier"
      subtitle="expected return against volatility, % per year"
      x={x}
      y={Y}
      groups={groups}
      height={260}
      exportName="weights-by-hand"
    />
  );
});

const Y = { unit: "%", digits: 2 };
