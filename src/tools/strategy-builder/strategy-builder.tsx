import { lazy, startTransition, useCallback, useMemo, useState } from "react";
import type { StrategyParameters } from "../../../workers/backtest/schema";
import { type Failure, type Series, unframed } from "../../../workers/contract";
import { DataSection } from "../../analysis/data/data-section.tsx";
import { railLine } from "../../analysis/data/rail-line";
import { type SeriesSource, useSeriesSource } from "../../analysis/data/use-series-source";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { useScreenInputs } from "../../state/screen-inputs";
import { useRiskFree } from "../../state/settings";
import type { StrategyContent } from "../../state/strategy-body";
import { BacktestForm } from "../../strategies/backtest-form.tsx";
import { type Dates, spanOf } from "../../strategies/dates";
import { strategyLine } from "../../strategies/families";
import { Sentiment } from "../../strategies/sentiment.tsx";
import { nextOf, useBacktest } from "../../strategies/use-backtest";
import { useEditedStrategy } from "../../strategies/use-edited-strategy";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { useStable } from "../../ui/use-latest.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { BUILDER_DEFAULTS, type BuilderInputs, builderInputsSchema, partsOf } from "./settings";
import { useOptimize } from "./use-optimize";
import { useSaveKey } from "./use-save-key";

// Loaded on demand, so that the screen opens sooner.
const BuilderExports = deferred(async () => (await import("./exports.tsx")).BuilderExports);
const DesignTab = deferred(async () => (await import("./design-tab.tsx")).DesignTab);
const QuickResult = lazy(() => import("./quick-result.tsx").then((module) => ({ default: module.QuickResult })));
const BacktestResults = lazy(() => import("../../strategies/backtest-results.tsx").then((module) => ({ default: module.BacktestResults })));
const OptimizeTab = lazy(() => import("./optimize-tab.tsx").then((module) => ({ default: module.OptimizeTab })));

const TABS = ["design", "backtest", "optimize"] as const;
const NOTHING = ["Paste prices, open a CSV file or load a sample, then test the strategy.", "Data loaded. Test the strategy."] as const;

const Data = ({ source }: { source: SeriesSource }) => (
  <DataSection source={source} hint="One price per line, date,price rows, or bars" pricesOnly>
    <Sentiment source={source} />
  </DataSection>
);

export default function StrategyBuilder() {
  const source = useSeriesSource({ screen: "strategy-builder", field: "data" });
  const { inputs: own, change } = useScreenInputs("strategy-builder", builderInputsSchema, BUILDER_DEFAULTS);
  const inputs = useRiskFree(own, 100);
  const { strategy, id } = inputs;
  const settings = useMemo(() => partsOf(inputs).settings, [inputs]);
  const test = useBacktest("/strategy-builder", source, strategy, settings, change);
  const optimize = useOptimize(source, inputs, change);
  const [tab, selectTab] = useTabAddress(TABS);
  const { shown, stale, failure } = test;

  const { saving, nameError, open, edit, save } = useSaving(inputs, change, () => selectTab("design"));

  const take = useStable((taken: StrategyContent) => {
    change({ strategy: taken });
    selectTab("design");
  });

  useSaveKey(saving ? undefined : () => void save());

  const run = () => void (tab === "optimize" ? optimize : test).run();
  const underWay = [optimize, test].find((one) => one.busy);
  const ending = underWay ?? (test.behind && test);
  const keys = { run: underWay ? undefined : run, cancel: ending?.cancel ?? (source.reading ? source.cancel : undefined) };

  const { series } = source;
  const design = (
    <>
      {shown ? (
        <QuickResult run={shown} intervals={test.intervals} stale={stale} onMore={() => startTransition(() => selectTab("backtest"))} />
      ) : null}
      <DesignTab strategy={strategy} id={id} nameError={nameError} change={open} edit={edit} />
    </>
  );
  return (
    <ToolScreen
      title="Strategy Builder"
      badge={<Badge>Beta</Badge>}
      description="Create trading strategies with behavioral components: design, test and optimize them on your own data."
      analysis={test}
      action={{ label: "Test Strategy", run: () => void test.run(), disabled: saving || optimize.busy }}
      buttons={
        <Button busy={saving} isDisabled={underWay !== undefined} keys="Ctrl S" onPress={() => void save()}>
          Save Strategy
        </Button>
      }
      keys={keys}
      source={source}
      exportMenu={(shown || optimize.shown) && <BuilderExports run={shown} search={optimize.shown} intervals={test.intervals} />}
      next={shown && nextOf("strategy-builder", shown)}
      staleWords={null}
      failureActions={otherDates(failure, series, change)}
      summary={railLine(source, strategyLine(strategy))}
      rail={
        <>
          <Data source={source} />
          <BacktestForm settings={settings} change={change} series={series} annualization={test.annualization} />
        </>
      }
      tabs={{
        label: "Strategy builder views",
        selected: tab,
        onSelect: selectTab,
        items: [
          { id: "design", label: "Design", content: design },
          {
            id: "backtest",
            label: "Backtest",
            content: <BacktestView test={test} source={source} edit={edit} />,
          },
          {
            id: "optimize",
            label: "Optimize",
            content: <OptimizeTab inputs={inputs} change={change} optimize={optimize} onTake={take} />,
          },
        ],
      }}
    />
  );
}

type Change = (changes: Partial<BuilderInputs>) => void;

/** The edited strategy and its saving; a missing name is asked for in the design. */
function useSaving({ strategy, id }: BuilderInputs, change: Change, showDesign: () => void) {
  const [saving, setSaving] = useState(false);
  const [nameError, setNameError] = useState<string | null>(null);
  const { latest, edit: editStrategy } = useEditedStrategy(strategy, change);
  const edit = useCallback(
    (changes: Partial<StrategyContent>) => {
      if (changes.name !== undefined) setNameError(null);
      editStrategy(changes);
    },
    [editStrategy],
  );
  const open = useCallback(
    (changes: Partial<BuilderInputs>) => {
      setNameError(null);
      change(changes);
    },
    [change],
  );
  const save = useStable(async () => {
    if (latest.current.name.trim() === "") {
      setNameError("Name the strategy first");
      showDesign();
      return;
    }
    setSaving(true);
    const { saveStrategy } = await import("../../strategies/store");
    const kept = await saveStrategy(latest.current, id);
    change({ id: kept.id });
    setSaving(false);
  });
  return { saving, nameError, open, edit, save };
}

interface BacktestViewProps {
  test: ReturnType<typeof useBacktest>;
  source: SeriesSource;
  edit: (changes: Partial<StrategyContent>) => void;
}

function BacktestView({ test: { shown, intervals, stale, busy, run, runOnAllDates }, source, edit }: BacktestViewProps) {
  const take = useStable((parameters: StrategyParameters) => edit({ parameters }));
  return shown ? (
    <>
      {stale ? <Caution>Strategy, data or settings have changed. Test the strategy again.</Caution> : null}
      <BacktestResults run={shown} intervals={intervals} onTake={take} />
    </>
  ) : (
    <FirstResult
      tool="strategy-builder"
      source={source}
      busy={busy}
      run={() => void run()}
      runSample={() => void runOnAllDates()}
      label="Test Strategy"
      words={NOTHING}
    />
  );
}

/** If there are no rows between the dates in the form, offers those of the data. */
function otherDates(failure: Failure | null, series: Series | null, use: (dates: Dates) => void) {
  const reason = failure && unframed("backtest/testFailed", unframed("backtest/optimizationFailed", failure)).reason;
  const dates = reason === "series/noRowsBetween" ? spanOf(series) : null;
  return (
    dates && (
      <Button size="small" onPress={() => use(dates)}>
        Use all dates of the data
      </Button>
    )
  );
}
