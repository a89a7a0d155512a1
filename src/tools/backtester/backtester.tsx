import { lazy, memo, useMemo } from "react";
import { type StrategyParameters, stressSchema } from "../../../workers/backtest/schema";
import { unframed } from "../../../workers/contract";
import { nearest } from "../../../workers/runtime/schema";
import { DataSection } from "../../analysis/data/data-section.tsx";
import { railLine } from "../../analysis/data/rail-line";
import { useClear } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { useFollowUp } from "../../analysis/use-follow-up";
import { useScreenInputs } from "../../state/screen-inputs";
import { useRiskFree } from "../../state/settings";
import { BacktestForm } from "../../strategies/backtest-form.tsx";
import { spanOf } from "../../strategies/dates";
import { strategyLine } from "../../strategies/families";
import { Sentiment } from "../../strategies/sentiment.tsx";
import { type BacktestRun, nextOf, useBacktest } from "../../strategies/use-backtest";
import { useEditedStrategy } from "../../strategies/use-edited-strategy";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { useStable } from "../../ui/use-latest.ts";
import { BACKTESTER_DEFAULTS, type BacktesterInputs, backtesterInputsSchema, settingsOf } from "./settings";
import { StrategyPicker } from "./strategy-picker.tsx";

const BacktestExports = deferred(async () => (await import("./exports.tsx")).BacktestExports);
const Results = lazy(() => import("./results.tsx").then((module) => ({ default: module.Results })));

const NOTHING = [
  "Paste prices, open a CSV file with bars, or drop one anywhere on this page. The sample is 33 years of crude oil prices.",
  "Data loaded. Run the backtest.",
] as const;

type About = { of: BacktestRun };

export default function Backtester() {
  const source = useSeriesSource({ screen: "backtester", field: "data" });
  const { inputs: own, change } = useScreenInputs("backtester", backtesterInputsSchema, BACKTESTER_DEFAULTS);
  const inputs = useRiskFree(own, 100);
  const { strategy, chosen } = inputs;
  const settings = useMemo(() => settingsOf(inputs), [inputs]);
  const { edit } = useEditedStrategy(strategy, change);
  const take = useStable((parameters: StrategyParameters) => edit({ parameters }));
  const test = useBacktest("/backtester", source, strategy, settings, change);
  const { shown, busy, failure, run, runOnAllDates } = test;
  const stress = useFollowUp<"stress-backtest", About>("stress-backtest", shown, {
    priority: "batch",
    isPart: ({ canceledAfter }) => canceledAfter !== undefined,
    onDone: (done) => void import("./record").then(({ recordStress }) => recordStress(done)),
  });
  const sweep = useFollowUp<"sweep-backtest", About>("sweep-backtest", shown, {
    priority: "batch",
    isPart: ({ canceledAfter }) => canceledAfter !== undefined,
    onDone: (done) => void import("./record").then(({ recordSweep }) => recordSweep(done)),
  });
  const clear = useClear({ sources: [source], results: [test] });

  // Each of the three jobs shows its own progress where it was started.
  const underWay = [test, stress, sweep].find((one) => one.busy);
  const ending = underWay ?? (test.behind && test);
  const keys = { run: busy ? undefined : () => void run(), cancel: ending?.cancel ?? (source.reading ? source.cancel : undefined) };

  const allDates = (
    <Button size="small" onPress={() => void runOnAllDates()}>
      Use all dates of the data
    </Button>
  );
  const { series } = source;
  return (
    <ToolScreen
      title="Backtester"
      description="Backtest a strategy on your own prices: filled at the next open, costs both ways, against buy and hold."
      analysis={test}
      action={{ label: busy ? "Running..." : "Run Backtest", run: () => void run(), disabled: source.empty && !source.reading }}
      keys={keys}
      source={source}
      clear={clear}
      exportMenu={shown && <BacktestExports run={shown} intervals={test.intervals} stress={stress.value} sweep={sweep.value} />}
      next={shown && nextOf("backtester", shown)}
      staleWords="Strategy, data or settings have changed. Run the backtest again."
      failureActions={
        failure && unframed("backtest/testFailed", failure).reason === "series/noRowsBetween" && spanOf(series) ? allDates : undefined
      }
      summary={railLine(source, strategyLine(strategy), failure)}
      rail={
        <>
          <StrategyPicker strategy={strategy} chosen={chosen} change={change} edit={edit} />
          <DataSection source={source} hint="One price per line, date,price rows, or bars" pricesOnly>
            <Sentiment source={source} />
          </DataSection>
          <BacktestForm settings={settings} change={change} series={series} annualization={test.annualization} />
          <LuckForm iterations={inputs.iterations} seed={inputs.seed} change={change} />
        </>
      }
    >
      {shown ? (
        <Results run={shown} intervals={test.intervals} inputs={inputs} change={change} stress={stress} sweep={sweep} onTake={take} />
      ) : (
        <FirstResult
          tool="backtester"
          source={source}
          busy={busy}
          run={() => void run()}
          runSample={() => void runOnAllDates()}
          label="Run Backtest"
          words={NOTHING}
        />
      )}
    </ToolScreen>
  );
}

const drawn = stressSchema.entries;

interface LuckFormProps extends Pick<BacktesterInputs, "iterations" | "seed"> {
  change: (changes: Partial<BacktesterInputs>) => void;
}

/** Memoized: progress of a job re-renders its parent. */
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
