import { lazy, useCallback, useEffect, useMemo } from "react";
import { averagePeriod, type RegimeLimits } from "../../../workers/engine/schema";
import { nextOf } from "../../analysis/decision/next-of.ts";
import { SettingsSection } from "../../analysis/decision/settings-section.tsx";
import { TradingInput } from "../../analysis/decision/trading-input.tsx";
import { type Recorder, useDecision } from "../../analysis/decision/use-decision.ts";
import { useDecisionForm } from "../../analysis/decision/use-decision-form.ts";
import { useMarketData } from "../../analysis/decision/use-market-data.ts";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { useScreenInputs } from "../../state/screen-inputs";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { useStable } from "../../ui/use-latest.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { ENGINE_DEFAULTS, engineInputs, limitInputs, limitsOf } from "./limits.ts";
import { LimitsSection } from "./limits-section.tsx";
import { useTabKeys } from "./use-tab-keys.ts";

// Loads the results when one is likely to be needed, so that the screen opens sooner.
const loadDecision = async () => (await import("./decision-tab.tsx")).DecisionTab;
const DecisionTab = deferred(loadDecision);
const ExportMenu = deferred(async () => (await import("../../analysis/decision/decision-export-menu.tsx")).DecisionExportMenu);
const ReplayTab = lazy(() => import("./replay/replay-tab.tsx").then((module) => ({ default: module.ReplayTab })));
const BatchTab = lazy(() => import("./batch-tab.tsx").then((module) => ({ default: module.BatchTab })));

const SCREEN = "quant-edge-ai";
const TITLE = "Trading Decision Engine";
const NAMED = { name: SCREEN, title: TITLE, limitInputs };
const TABS = ["decision", "replay", "batch"] as const;
const record: Recorder = async () => (await import("../../analysis/decision/record.ts")).recorderOf(NAMED);

/**
 * The engine's console: one decision with every field and rule, the same rules over the whole history, and over every column of a table.
 */
export default function QuantEdgeAi() {
  const { inputs, change } = useScreenInputs(SCREEN, engineInputs, ENGINE_DEFAULTS);
  const data = useMarketData(SCREEN, inputs, change);
  const limits = useMemo(() => limitsOf(inputs), [inputs]);
  const decision = useDecision(data, inputs, record, limits);
  const { failure, busy: running, drawing, progress, shown: last, stale, usual, run, cancel } = decision;
  const [tab, selectTab] = useTabAddress(TABS);
  const other = useTabKeys(tab);

  const decide = useCallback(() => {
    selectTab("decision");
    void run();
  }, [run, selectTab]);
  const form = useDecisionForm(data, inputs, change, decide);
  const { complete, ask } = form;
  useEffect(() => {
    if (data.given) void loadDecision().catch(() => undefined);
  }, [data.given]);
  const keys = tab === "decision" ? { run: running ? undefined : ask, cancel: running ? cancel : undefined } : other.keys;

  const empty = (
    <FirstResult
      tool="quant-edge-ai"
      actions={
        complete ? null : (
          <Button kind="primary" onPress={form.startWithSample}>
            Start with a sample
          </Button>
        )
      }
    >
      {complete
        ? "Prices and news loaded. Get the trading decision."
        : "Enter prices and news to see every field of the decision and every rule, met or not. The sample is 33 years of crude oil prices and a short text."}
    </FirstResult>
  );
  const takeLimits = useStable((taken: RegimeLimits) => change({ limitMode: "regime", limits: taken }));
  const source = { data, inputs: { ...inputs, annualization: inputs.annualization ?? usual }, limits };
  const tabs = [
    {
      id: "decision",
      label: "Decision",
      content: last ? <DecisionTab run={last} stale={stale} rerun={complete && !running ? ask : undefined} /> : empty,
    },
    {
      id: "replay",
      label: "Replay",
      content: <ReplayTab {...source} active={tab === "replay"} loadSample={form.loadSample} onTake={takeLimits} setKeys={other.setKeys} />,
    },
    { id: "batch", label: "Batch", content: <BatchTab {...source} active={tab === "batch"} setKeys={other.setKeys} /> },
  ] as const;
  // The state of the first tab's run does not apply to the other tabs.
  const deciding =
    tab === "decision"
      ? { progress, failure: form.failure ?? failure, stale, underWay: running, drawing, run }
      : { progress: null, failure: null, stale: false };
  return (
    <ToolScreen
      title={TITLE}
      description="Decision engine console: every field, every rule with its threshold, replay over your series, and batch decisions for a table."
      analysis={{ ...deciding, busy: false, cancel }}
      keys={{ run: keys.run, cancel: keys.cancel ?? form.cancelReading }}
      source={{ takeFile: data.loadCsv, series: data.box.series, period: data.box.period }}
      exportMenu={last ? <ExportMenu run={last} screen={NAMED} /> : null}
      next={last && nextOf(SCREEN, last)}
      staleWords={null}
      rail={
        <>
          <TradingInput data={data} inputs={inputs} change={change} form={form} running={running} keys={tab === "decision"} />
          <LimitsSection inputs={inputs} change={change} />
          <SettingsSection inputs={inputs} change={change} automatic={averagePeriod(data.count)} usual={usual} />
        </>
      }
      summary={(last || tab !== "decision") && data.count > 0 ? form.summary : undefined}
      tabs={{ label: "Engine views", selected: tab, onSelect: selectTab, items: tabs }}
    />
  );
}
