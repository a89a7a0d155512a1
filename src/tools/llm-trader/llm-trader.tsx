import { useAtomValue } from "jotai";
import { type ComponentProps, lazy, Suspense, useCallback, useRef } from "react";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { ToolViews } from "../../analysis/tool-screen.tsx";
import { useScreenInputs } from "../../state/screen-inputs";
import { settingsAtom } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useStable } from "../../ui/use-latest.ts";
import { pasteHandedOver } from "../../ui/use-paste.ts";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { NewsRail } from "./news-rail.tsx";
import { EXAMPLE_ARTICLE, TRADER_DEFAULTS, type TraderInputs, traderInputs } from "./trader-inputs.ts";
import { useContextFill } from "./use-context-fill.ts";
import { type History, useHistory } from "./use-history.ts";
import { useReflection } from "./use-reflection.ts";
import { type SignalControl, useSignal } from "./use-signal.ts";

// Loaded on demand, so that the screen opens sooner.
const NewsTab = lazy(() => import("./news-tab.tsx").then((module) => ({ default: module.NewsTab })));
const ReflectionTab = lazy(() => import("./reflection-tab.tsx").then((module) => ({ default: module.ReflectionTab })));
const ReflectionRail = lazy(() => import("./reflection-rail.tsx").then((module) => ({ default: module.ReflectionRail })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })));
const NextSteps = deferred(async () => (await import("../../analysis/next/next-steps.tsx")).NextSteps);
const SignalExports = deferred(async () => (await import("./exports.tsx")).SignalExports);

const SCREEN = "llm-trader";
const TABS = ["news", "reflection", "settings"] as const;

/** The LLM Trader: a news text becomes a signal with reasons; past signals are compared with prices. */
export default function LlmTrader() {
  const { inputs, current, change } = useScreenInputs(SCREEN, traderInputs, TRADER_DEFAULTS);
  const settings = useAtomValue(settingsAtom);
  const linked = useSeriesSource({ screen: SCREEN, field: "linked" });
  const history = useHistory(linked.series);
  const { reading, settled } = useSettledForm(current);
  const signal = useSignal({ inputs, settings, settled });
  const reflection = useReflection(linked, inputs, history.records);
  const fillContext = useContextFill(linked.series, change);
  const [tab, selectTab] = useTabAddress(TABS);
  const { shown: last, run: start } = signal;
  const generate = useCallback(() => void start(), [start]);
  const canReflect = inputs.useReflection && inputs.reflectionContext.trim() !== "";
  const reflect = canReflect ? () => void reflection.run() : undefined;
  const { busy, cancel } = tab === "reflection" ? reflection : signal;
  const run = tab === "reflection" ? reflect : generate;
  useRunKeys({ run: tab === "settings" || busy ? undefined : run, cancel: busy ? cancel : undefined });

  const startWithExample = useStable(() => {
    change({ news: EXAMPLE_ARTICLE });
    generate();
  });
  const making = signal.busy || signal.drawing;
  const next = tab === "news" && last ? { tool: SCREEN, run: { text: "", series: linked.series, settings: inputs } } : null;
  const tabs = [
    {
      id: "news",
      label: "News Analysis",
      content: last ? (
        <NewsTab last={last} stale={signal.stale} decisions={history.records} />
      ) : (
        <NoSignal busy={making} start={inputs.news.trim() === "" ? startWithExample : undefined} decisions={history.records} />
      ),
    },
    {
      id: "reflection",
      label: "Reflection Analysis",
      content: <ReflectionTab reflection={reflection} history={history} inputs={inputs} change={change} />,
    },
    {
      id: "settings",
      label: "Model Settings",
      content: <SettingsTab inputs={inputs} change={change} history={history} linked={linked.series?.times != null} />,
    },
  ] as const;
  const rail =
    tab === "reflection" ? (
      <Suspense fallback={<Skeleton rows={6} />}>
        <ReflectionRail inputs={inputs} change={change} linked={linked} running={reflection.busy} run={reflect} />
      </Suspense>
    ) : (
      <NewsRail inputs={inputs} change={change} running={signal.busy} run={generate} reading={reading} fillContext={fillContext} />
    );
  return (
    <FileDrop onFile={linked.takeFile}>
      <PageHeader
        title="LLM Trader"
        description="Scores news, identifies topics and derives a signal with its reasoning; past signals are scored against your prices."
        actions={making || last || history.records.length > 0 ? <Exports last={last} history={history} inputs={inputs} /> : null}
      />
      <ToolViews
        label="LLM Trader views"
        selected={tab}
        onSelect={selectTab}
        items={tabs}
        frame={(views) => (
          <ToolLayout rail={rail} {...layoutOf(tab, last !== null || making)}>
            {tab === "news" ? <SignalNotices signal={signal} canFallBack={inputs.provider !== "built-in"} /> : null}
            {views}
            {next ? <Next {...next} /> : null}
          </ToolLayout>
        )}
      />
    </FileDrop>
  );
}

interface NoSignalProps {
  busy: boolean;
  /** Fills in the example and runs; undefined if there is a text. */
  start: (() => void) | undefined;
  decisions: History["records"];
}

/** Before the first signal of a visit: how to get one, above the trend of earlier ones. */
const NoSignal = ({ busy, start, decisions }: NoSignalProps) => (
  <>
    <FirstResult
      tool="llm-trader"
      busy={busy}
      actions={
        start ? (
          <Button kind="primary" onPress={start}>
            Start with an example
          </Button>
        ) : null
      }
    >
      Enter an article of at least 20 words to score its sentiment, identify topics and derive a signal, step by step.
    </FirstResult>
    <Suspense>
      <NewsTab last={null} stale={false} decisions={decisions} />
    </Suspense>
  </>
);

/** Position of the rail if it does not fit beside the results. */
const layoutOf = (tab: string, answered: boolean) => ({
  resultsFirst: tab === "news" && !answered,
  summary: tab === "settings" || (tab === "news" && answered) ? "News and context" : undefined,
});

const Next = (props: ComponentProps<typeof NextSteps>) => (
  <Suspense>
    <NextSteps {...props} />
  </Suspense>
);

const Exports = (props: ComponentProps<typeof SignalExports>) => (
  <Suspense>
    <SignalExports {...props} />
  </Suspense>
);

/** Waits for a long paste, so that a click right after it uses the pasted text. */
function useSettledForm(current: () => TraderInputs) {
  const reading = useRef<Promise<unknown> | null>(null);
  const settled = useCallback(async () => {
    await pasteHandedOver();
    await reading.current;
    return current();
  }, [current]);
  return { reading, settled };
}

/** Progress and errors of a signal; if a model did not answer, the built-in engine is offered. */
function SignalNotices({ signal: { progress, failure, cancel, run }, canFallBack }: { signal: SignalControl; canFallBack: boolean }) {
  const builtIn = (
    <Button size="small" onPress={() => void run("built-in")}>
      Analyze with the lexicon engine
    </Button>
  );
  return (
    <>
      <LateProgress progress={progress} onCancel={cancel} />
      <FailureBox failure={failure} actions={canFallBack ? builtIn : null} />
    </>
  );
}
