import { memo, useMemo, useState } from "react";
import { type RegimeLimits, RULE_THRESHOLDS } from "../../../../workers/engine/schema";
import type { Regime } from "../../../../workers/engine/types";
import { priceDecimals } from "../../../analysis/decision/price-decimals.ts";
import { REGIMES } from "../../../analysis/decision/regimes.ts";
import { comparedRow, ManualTable } from "../../../analysis/manual.tsx";
import { usePacedJob } from "../../../analysis/use-paced-job";
import type { ChartPane, ColorToken } from "../../../charts/chart-spec";
import { datedAxis } from "../../../charts/dated-axis.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { Button } from "../../../ui/button.tsx";
import { Caution } from "../../../ui/failure-box.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Select } from "../../../ui/select.tsx";
import { Slider } from "../../../ui/slider.tsx";
import { useWords } from "../../../ui/texts.ts";
import { useStable } from "../../../ui/use-latest.ts";
import { LIMITED } from "../limits.ts";
import type { ReplayRun } from "./replay-run.ts";

type Place = "all" | (typeof LIMITED)[number];
type Side = "buy" | "sell";

const STEP = 0.005;
const PLACES = [
  { value: "all" as const, label: "All regimes" },
  ...LIMITED.map((regime) => ({ value: regime, label: REGIMES[regime].label })),
];
const NAMES: Record<Side, string> = { buy: "Buy above", sell: "Sell below" };

const everywhere = Object.fromEntries(["unknown", ...LIMITED].map((regime) => [regime, RULE_THRESHOLDS])) as unknown as RegimeLimits;

/** The limits with one side of a regime, or of all, changed. */
function withLimit(limits: RegimeLimits, place: Place, side: Side, value: number): RegimeLimits {
  const regimes: readonly Regime[] = place === "all" ? ["unknown", ...LIMITED] : [place];
  return { ...limits, ...Object.fromEntries(regimes.map((regime) => [regime, { ...limits[regime], [side]: value }])) };
}

interface ManualProps {
  run: ReplayRun;
  /** Applies the manual limits to the screen. */
  onTake: (limits: RegimeLimits) => void;
}

/** Manual adjustment of a replay's rules: signals and track record follow the thresholds. It is not recorded as a run. */
export function ManualThresholds({ run, onTake }: ManualProps) {
  const atRun = run.settings.limits ?? everywhere;
  const [limits, setLimits] = useState<RegimeLimits | null>(null);
  const [place, setPlace] = useState<Place>("all");
  const question = useMemo(() => (limits ? { ...run.input, settings: { ...run.settings, limits } } : null), [run, limits]);
  const kept = usePacedJob("replay-market", question);
  const manual = kept?.outcome.ok ? kept.outcome.value : null;
  const refusal = useWords(kept && !kept.outcome.ok ? kept.outcome.failure : null);
  const set = limits ?? atRun;
  const move = useStable((side: Side, value: number) => setLimits(withLimit(set, place, side, value)));
  const { buy, sell } = set[place === "all" ? "normal" : place];
  const rows = useMemo(() => {
    const [now, then] = [limits ? manual : run.value, run.value];
    return (["Buy", "Sell", "Hold"] as const).flatMap((action) => [
      comparedRow(`${action}, fired`, [now?.actions[action].count, then.actions[action].count], 0),
      ...(action === "Hold"
        ? []
        : [comparedRow(`${action}, hit rate`, [shareOf(now?.actions[action].hitRate), shareOf(then.actions[action].hitRate)], 1, "%")]),
    ]);
  }, [run, limits, manual]);
  return (
    <>
      <Panel
        title="Manual thresholds"
        note="compared with the replay; not recorded"
        actions={
          <>
            <Button size="small" isDisabled={limits === null} onPress={() => setLimits(null)}>
              Back to the run
            </Button>
            <Button size="small" isDisabled={!manual} onPress={() => limits && onTake(limits)}>
              Use these thresholds
            </Button>
          </>
        }
        footer="Thresholds tuned until the past looks best are overfitted: the look-ahead check and the track record below are those of the run."
      >
        <div className="@container">
          <div className="grid gap-x-6 gap-y-4 @min-[800px]:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
            <div className="flex flex-col gap-2.5">
              <Select label="Regime" value={place} options={PLACES} onChange={setPlace} />
              <Threshold side="buy" value={buy} move={move} />
              <Threshold side="sell" value={sell} move={move} />
            </div>
            <div className="flex min-w-0 flex-col gap-2.5">
              {refusal ? <Caution>{refusal}</Caution> : null}
              <ManualTable label="Manual and of the replay" rest="Run" rows={rows} />
            </div>
          </div>
        </div>
      </Panel>
      <Course run={run} manual={manual} />
    </>
  );
}

/** The whole replayed history: changes of the manual rules, the score between its limits, and returns compared with those of the run. */
const Course = memo(function Course({ run, manual }: { run: ReplayRun; manual: ReplayRun["value"] | null }) {
  const x = useMemo(() => datedAxis(run.asked.times, "Step"), [run]);
  const panes = useMemo<ChartPane[]>(() => {
    const { prices, buys, sells, combined, buyLimit, sellLimit, profit } = (manual ?? run.value).columns;
    const line = (key: string, label: string, color: ColorToken, values: Float64Array, dashed = false) => {
      return { key, label, color, values, dashed, kind: "line" as const };
    };
    return [
      {
        key: "price",
        share: 4,
        digits: priceDecimals(prices[prices.length - 1]),
        series: [
          line("price", "Price", "accent", prices),
          { key: "buys", label: "Switch to Buy", short: "Buy", kind: "points", color: "up", values: buys },
          { key: "sells", label: "Switch to Sell", short: "Sell", kind: "points", color: "down", values: sells },
        ],
      },
      {
        key: "score",
        share: 2,
        digits: 4,
        series: [
          line("combined", "Combined score", "accent", combined),
          line("buyLimit", "Buy above", "up", buyLimit, true),
          line("sellLimit", "Sell below", "down", sellLimit, true),
        ],
      },
      {
        key: "profit",
        share: 2,
        digits: 2,
        unit: "%",
        series: [line("hand", "P&L, manual", "warn", profit), line("run", "P&L of the run", "accent", run.value.columns.profit)],
      },
    ];
  }, [run, manual]);
  return (
    <TimeChart title="Decisions, manual" subtitle="the whole history" x={x} panes={panes} exportName="decisions-by-hand" height={380} />
  );
});

const shareOf = (value: number | null | undefined): number | null | undefined => (typeof value === "number" ? 100 * value : value);

interface ThresholdProps {
  side: Side;
  value: number;
  move: (side: Side, value: number) => void;
}

const Threshold = memo(function Threshold({ side, value, move }: ThresholdProps) {
  return <Slider label={NAMES[side]} value={value} onChange={(next) => move(side, next)} min={0} max={1} step={STEP} boxStep={STEP} />;
});
