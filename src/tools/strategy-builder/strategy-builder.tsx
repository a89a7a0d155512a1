import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense, startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Series } from "../../../workers/contract";
import { messages } from "../../../workers/messages";
import { DataSection } from "../../analysis/data/data-section.tsx";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { count } from "../../lib/format.ts";
import { stepsPerYear } from "../../state/annualization";
import { useScreenInputs } from "../../state/screen-inputs";
import { settingsAtom, useRiskFree } from "../../state/settings";
import type { StrategyContent } from "../../state/strategy-body";
import { BacktestForm } from "../../strategies/backtest-form.tsx";
import { spanOf } from "../../strategies/dates";
import { strategyLine } from "../../strategies/families";
import { type BacktestRun, isStale, useBacktest } from "../../strategies/use-backtest";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { BUILDER_DEFAULTS, type BuilderInputs, builderInputsSchema, settingsOf } from "./settings";
import { useOptimize } from "./use-optimize";
import { useSaveKey } from "./use-save-key";

// Results come when they are asked for, so that the screen opens sooner.
const DesignTab = deferred(async () => (await import("./design-tab.tsx")).DesignTab);
const QuickResult = lazy(() => import("./quick-result.tsx").then((module) => ({ default: module.QuickResult })));
const BacktestResults = lazy(() => import("../../strategies/backtest-results.tsx").then((module) => ({ default: module.BacktestResults })));
const OptimizeTab = lazy(() => import("./optimize-tab.tsx").then((module) => ({ default: module.OptimizeTab })));

const SCREEN = "/strategy-builder";
const TABS = ["design", "backtest", "optimize"] as const;

const recordTest = (run: BacktestRun) => {
  void import("../../strategies/record").then(({ recordBacktest }) => recordBacktest(SCREEN, run));
};

export default function StrategyBuilder() {
  const source = useSeriesSource({ screen: "strategy-builder", field: "data" });
  const { inputs: own, change } = useScreenInputs("strategy-builder", builderInputsSchema, BUILDER_DEFAULTS);
  const inputs = useRiskFree(own, 100);
  const { strategy, id } = inputs;
  const settings = useMemo(() => settingsOf(inputs), [inputs]);
  const { annualization: basis } = useAtomValue(settingsAtom);
  const annualizationOf = useCallback(
    (series: Series | null) => inputs.annualization ?? stepsPerYear(basis, lengthOf(series)),
    [inputs.annualization, basis],
  );
  const annualization = annualizationOf(source.series);
  const test = useBacktest(source, strategy, settings, annualizationOf, change, recordTest);
  const optimize = useOptimize(source, inputs, annualizationOf, change);
  const [tab, selectTab] = useTabAddress(TABS);
  const [saving, setSaving] = useState(false);
  const [nameError, setNameError] = useState<string | null>(null);
  const { shown, busy, progress } = test;

  const latest = useRef(strategy);
  useEffect(() => {
    latest.current = strategy;
  });
  const edit = useCallback(
    (changes: Partial<StrategyContent>) => {
      if (changes.name !== undefined) setNameError(null);
      // Two changes between two renderings build on each other.
      latest.current = { ...latest.current, ...changes };
      change({ strategy: latest.current });
    },
    [change],
  );
  const open = useCallback(
    (changes: Partial<BuilderInputs>) => {
      setNameError(null);
      change(changes);
    },
    [change],
  );

  const take = useCallback(
    (taken: StrategyContent) => {
      change({ strategy: taken });
      selectTab("design");
    },
    [change, selectTab],
  );

  const save = useCallback(async () => {
    if (latest.current.name.trim() === "") {
      setNameError(messages.strategyName);
      selectTab("design");
      return;
    }
    setSaving(true);
    const { saveStrategy } = await import("../../strategies/store");
    const kept = await saveStrategy(latest.current, id);
    change({ id: kept.id });
    setSaving(false);
  }, [id, change, selectTab]);
  useSaveKey(saving ? undefined : () => void save());

  const run = useCallback(async () => {
    if (tab === "optimize") await optimize.run();
    else await test.run();
  }, [tab, optimize.run, test.run]);
  const working = busy || optimize.busy;
  const cancel = optimize.busy ? optimize.cancel : busy ? test.cancel : source.reading ? source.cancel : undefined;
  useRunKeys({ run: working ? undefined : () => void run(), cancel });

  const stale = shown !== null && !busy && isStale(shown, source.series, strategy, settings, annualization);
  const span = spanOf(source.series);
  const failure = test.failure;
  const view = (content: ReactNode) => (
    <div className="flex min-w-0 flex-col gap-4">
      <Suspense fallback={<Skeleton rows={8} />}>{content}</Suspense>
    </div>
  );
  const failureBox = (
    <FailureBox
      failure={failure}
      actions={
        failure && span && failure.message.includes(messages.noRowsBetween) ? (
          <Button size="small" onPress={() => change(span)}>
            Use all dates of the data
          </Button>
        ) : undefined
      }
    />
  );
  const tabs = [
    {
      id: "design",
      label: "Design",
      content: view(
        <>
          {shown ? <QuickResult run={shown} stale={stale} onMore={() => startTransition(() => selectTab("backtest"))} /> : null}
          <DesignTab strategy={strategy} id={id} nameError={nameError} change={open} edit={edit} />
        </>,
      ),
    },
    {
      id: "backtest",
      label: "Backtest",
      content: view(
        shown ? (
          <>
            {stale ? <Caution>Strategy, data or settings have changed since this test. Test the strategy again.</Caution> : null}
            <BacktestResults run={shown} />
          </>
        ) : (
          <EmptyState
            busy={busy}
            actions={
              source.empty ? (
                <SampleButtons onChoose={source.takeSample} />
              ) : (
                <Button kind="primary" onPress={() => void test.run()}>
                  Test Strategy
                </Button>
              )
            }
          >
            {source.empty
              ? "Paste prices, open a CSV file or load a sample, then test the strategy on them."
              : "The data is there: test the strategy on it."}
          </EmptyState>
        ),
      ),
    },
    {
      id: "optimize",
      label: "Optimize",
      content: view(<OptimizeTab inputs={inputs} change={change} optimize={optimize} onTake={take} />),
    },
  ] as const;

  const summary = source.series ? `${source.series.name} · ${count(source.series.length)} values · ${strategyLine(strategy)}` : undefined;
  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader
        title="Strategy Builder"
        badge={<Badge>Beta</Badge>}
        description="Create trading strategies with behavioral components: design, test and optimize them on your own data."
        actions={
          <>
            <Button busy={saving} isDisabled={working} keys="Ctrl S" onPress={() => void save()}>
              Save Strategy
            </Button>
            <Button kind="primary" keys="Ctrl ↵" busy={busy} isDisabled={saving || optimize.busy} onPress={() => void test.run()}>
              Test Strategy
            </Button>
          </>
        }
      />
      <Tabs
        label="Strategy builder views"
        selected={tab}
        onSelect={selectTab}
        tabs={tabs}
        frame={(views) => (
          <ToolLayout
            summary={summary}
            rail={
              <>
                <DataSection source={source} hint="One price per line, date,price rows, or bars" />
                <BacktestForm settings={settings} change={change} series={source.series} annualization={annualization} />
              </>
            }
          >
            {busy ? (
              <ProgressBar label={progress?.label || "Reading the data"} fraction={progress?.fraction ?? null} onCancel={test.cancel} />
            ) : null}
            {failureBox}
            {views}
          </ToolLayout>
        )}
      />
    </FileDrop>
  );
}

function lengthOf(series: Series | null) {
  if (!series) return null;
  const { times, length } = series;
  return { length, span: times && { from: times[0], to: times[length - 1] } };
}
