import { useAtomValue } from "jotai";
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import { stressSchema } from "../../../workers/backtest/schema";
import type { Series } from "../../../workers/contract";
import { messages } from "../../../workers/messages";
import { nearest } from "../../../workers/runtime/schema";
import { DataSection } from "../../analysis/data/data-section.tsx";
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
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { BACKTESTER_DEFAULTS, type BacktesterInputs, backtesterInputsSchema, settingsOf } from "./settings";
import { StrategyPicker } from "./strategy-picker.tsx";
import { type FollowedUp, useFollowUp } from "./use-follow-up";

const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const Results = lazy(() => import("./results.tsx").then((module) => ({ default: module.Results })));

const recordTest = (run: BacktestRun) => {
  void import("../../strategies/record").then(({ recordBacktest }) => recordBacktest("/backtester", run));
};

const recordStressed = (done: FollowedUp<"stress-backtest">) => void import("./record").then(({ recordStress }) => recordStress(done));
const recordSwept = (done: FollowedUp<"sweep-backtest">) => void import("./record").then(({ recordSweep }) => recordSweep(done));

export default function Backtester() {
  const source = useSeriesSource({ screen: "backtester", field: "data" });
  const { inputs: own, change } = useScreenInputs("backtester", backtesterInputsSchema, BACKTESTER_DEFAULTS);
  const inputs = useRiskFree(own, 100);
  const { strategy, chosen } = inputs;
  const settings = useMemo(() => settingsOf(inputs), [inputs]);
  const { annualization: basis } = useAtomValue(settingsAtom);
  const annualizationOf = useCallback(
    (series: Series | null) => inputs.annualization ?? stepsPerYear(basis, lengthOf(series)),
    [inputs.annualization, basis],
  );
  const annualization = annualizationOf(source.series);
  const test = useBacktest(source, strategy, settings, annualizationOf, change, recordTest);
  const stress = useFollowUp("stress-backtest", recordStressed);
  const sweep = useFollowUp("sweep-backtest", recordSwept);
  const { shown, busy, progress, failure, run } = test;

  const latest = useRef({ strategy, run });
  useEffect(() => {
    latest.current = { strategy, run };
  });
  const edit = useCallback(
    (changes: Partial<StrategyContent>) => {
      // Two changes between two renderings build on each other.
      const next = { ...latest.current.strategy, ...changes };
      latest.current.strategy = next;
      change({ strategy: next });
    },
    [change],
  );

  const follow = [stress, sweep].find((one) => one.progress !== null);
  const cancel = busy ? test.cancel : follow ? follow.cancel : source.reading ? source.cancel : undefined;
  useRunKeys({ run: busy ? undefined : () => void run(), cancel });

  const takeAllDates = useCallback(
    async (andRun: boolean) => {
      const span = spanOf(await source.settled());
      if (span) change(span);
      // The screen renders with the dates first.
      if (andRun) setTimeout(() => void latest.current.run(), 0);
    },
    [source.settled, change],
  );
  const clear = () => {
    const { text, series } = source;
    const result = shown;
    source.clear();
    test.clear();
    toast.info("Data and result cleared", {
      action: {
        label: "Undo",
        onChoose: () => {
          if (text !== "") source.setText(text);
          else if (series) source.takeDataset(series.hash);
          if (result) test.restore(result);
        },
      },
    });
  };
  const stale = shown !== null && !busy && isStale(shown, source.series, strategy, settings, annualization);
  const summary = source.series ? `${source.series.name} · ${count(source.series.length)} values · ${strategyLine(strategy)}` : undefined;
  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader
        title="Backtester"
        description="A strategy on your own prices: filled at the next open, costs on both sides, beside buying and holding."
        actions={
          <>
            {shown ? (
              <Suspense>
                <ExportMenu run={shown} stress={stress.kept?.of === shown ? stress.kept.value : null} />
              </Suspense>
            ) : null}
            <Button isDisabled={busy || (source.empty && !shown)} onPress={clear}>
              Clear
            </Button>
            <Button kind="primary" keys="Ctrl ↵" busy={busy} onPress={() => void run()}>
              {busy ? "Running..." : "Run Backtest"}
            </Button>
          </>
        }
      />
      <div className="mt-4">
        <ToolLayout
          summary={failure ? undefined : summary}
          rail={
            <>
              <StrategyPicker strategy={strategy} chosen={chosen} change={change} edit={edit} />
              <DataSection source={source} hint="One price per line, date,price rows, or bars" />
              <BacktestForm settings={settings} change={change} series={source.series} annualization={annualization} />
              <LuckForm iterations={inputs.iterations} seed={inputs.seed} change={change} />
            </>
          }
        >
          {busy ? (
            <ProgressBar label={progress?.label || "Reading the data"} fraction={progress?.fraction ?? null} onCancel={test.cancel} />
          ) : null}
          <FailureBox
            revealed
            failure={failure}
            actions={
              failure?.message.includes(messages.noRowsBetween) && spanOf(source.series) ? (
                <Button size="small" onPress={() => void takeAllDates(true)}>
                  Use all dates of the data
                </Button>
              ) : undefined
            }
          />
          {stale ? (
            <Caution>Strategy, data or settings have changed since this backtest. Run it again to bring it up to date.</Caution>
          ) : null}
          {shown ? (
            <Suspense fallback={<Skeleton rows={8} />}>
              <Results run={shown} inputs={inputs} change={change} stress={stress} sweep={sweep} />
            </Suspense>
          ) : (
            <EmptyState
              busy={busy}
              actions={
                source.empty ? (
                  <Button
                    onPress={() => {
                      source.takeSample("wti");
                      void takeAllDates(true);
                    }}
                  >
                    Start with a sample
                  </Button>
                ) : (
                  <Button kind="primary" onPress={() => void run()}>
                    Run Backtest
                  </Button>
                )
              }
            >
              {source.empty
                ? "Paste prices, open a CSV file with bars, or drop one anywhere on this page. The sample is 33 years of crude oil prices."
                : "The data is there: run the backtest."}
            </EmptyState>
          )}
        </ToolLayout>
      </div>
    </FileDrop>
  );
}

const drawn = stressSchema.entries;

interface LuckFormProps extends Pick<BacktesterInputs, "iterations" | "seed"> {
  change: (changes: Partial<BacktesterInputs>) => void;
}

/** Progress of a job draws around it. */
const LuckForm = memo(function LuckForm({ iterations, seed, change }: LuckFormProps) {
  return (
    <Disclosure title="Monte Carlo" level={2}>
      <div className="grid grid-cols-2 gap-2.5">
        <SettingField
          setting={drawn.iterations}
          value={iterations}
          onChange={(next) => change({ iterations: nearest(drawn.iterations, next ?? BACKTESTER_DEFAULTS.iterations) })}
        />
        <SettingField setting={drawn.seed} value={seed} onChange={(next) => change({ seed: next ?? BACKTESTER_DEFAULTS.seed })} />
      </div>
    </Disclosure>
  );
});

function lengthOf(series: Series | null) {
  if (!series) return null;
  const { times, length } = series;
  return { length, span: times && { from: times[0], to: times[length - 1] } };
}
