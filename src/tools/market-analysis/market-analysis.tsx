import { useCallback, useEffect } from "react";
import { averagePeriod } from "../../../workers/engine/schema";
import { MARKET_DEFAULTS, marketInputs } from "../../analysis/decision/market-inputs.ts";
import { nextOf } from "../../analysis/decision/next-of.ts";
import { SettingsSection } from "../../analysis/decision/settings-section.tsx";
import { TradingInput } from "../../analysis/decision/trading-input.tsx";
import { type Recorder, useDecision } from "../../analysis/decision/use-decision.ts";
import { useDecisionForm } from "../../analysis/decision/use-decision-form.ts";
import { useMarketData } from "../../analysis/decision/use-market-data.ts";
import { useReady } from "../../analysis/decision/use-ready.ts";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { useScreenInputs } from "../../state/screen-inputs";
import { Busy } from "../../ui/busy.tsx";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";

const SCREEN = "market-analysis";
const TITLE = "Trading Dashboard";
const NAMED = { name: SCREEN, title: TITLE };
const record: Recorder = async () => (await import("../../analysis/decision/record.ts")).recorderOf(NAMED);

// Loads the results when one is likely to be needed, so that the screen opens sooner.
const loadResults = async () => (await import("./results.tsx")).Results;
const Results = deferred(loadResults);
const ExportMenu = deferred(async () => (await import("../../analysis/decision/decision-export-menu.tsx")).DecisionExportMenu);

/** The Trading Dashboard: a Buy, Sell or Hold decision from prices and news, with its rules and figures. */
export default function MarketAnalysis() {
  const { inputs, change } = useScreenInputs(SCREEN, marketInputs, MARKET_DEFAULTS);
  const data = useMarketData(SCREEN, inputs, change);
  const decision = useDecision(data, inputs, record);
  const { failure, busy: running, drawing, progress, shown: last, stale, usual, run: start, cancel } = decision;
  const run = useCallback(() => void start(), [start]);
  const form = useDecisionForm(data, inputs, change, run);
  const ready = useReady();

  useEffect(() => {
    if (data.given) loadResults().catch(() => undefined);
  }, [data.given]);

  return (
    <ToolScreen
      title={TITLE}
      description="Buy, Sell or Hold from your prices and news, with every rule and number behind it. Nothing leaves this device."
      around={(screen) => (
        <Busy busy={!ready} label="Loading Dashboard...">
          {screen}
        </Busy>
      )}
      analysis={{ busy: false, drawing, progress, failure: form.failure ?? failure, cancel, stale, underWay: running, run: start }}
      keys={{ run: running ? undefined : form.ask, cancel: running ? cancel : form.cancelReading }}
      source={{ takeFile: data.loadCsv, series: data.box.series, period: data.box.period }}
      exportMenu={last ? <ExportMenu run={last} screen={NAMED} /> : null}
      next={last && nextOf(SCREEN, last)}
      staleWords={null}
      rail={
        <>
          <TradingInput data={data} inputs={inputs} change={change} form={form} running={running} />
          <SettingsSection inputs={inputs} change={change} automatic={averagePeriod(data.count)} usual={usual} />
        </>
      }
      summary={last ? form.summary : undefined}
    >
      {last ? (
        <Results run={last} stale={stale} rerun={form.complete && !running ? form.ask : undefined} />
      ) : (
        <FirstResult
          tool="market-analysis"
          actions={
            form.complete ? null : (
              <Button kind="primary" onPress={form.startWithSample}>
                Start with a sample
              </Button>
            )
          }
        >
          {form.complete
            ? "Prices and news loaded. Get the trading decision."
            : "Enter prices and news for a Buy, Sell or Hold signal with its reasoning. The sample is 33 years of crude oil prices and a short text."}
        </FirstResult>
      )}
    </ToolScreen>
  );
}
