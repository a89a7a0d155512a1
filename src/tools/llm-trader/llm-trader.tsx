import { useAtomValue } from "jotai";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { because, retold } from "../../../workers/contract";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { partOf, useJob } from "../../client/use-job";
import { useScreenInputs } from "../../state/screen-inputs";
import { settingsAtom } from "../../state/settings";
import { announce } from "../../ui/announcer.ts";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/progress.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { pasteHandedOver } from "../../ui/use-paste.ts";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { contextFrom } from "./context-from.ts";
import { NewsRail } from "./news-rail.tsx";
import type { ReflectionRun } from "./reflection-tab.tsx";
import { DEPTHS, EXAMPLE_ARTICLE, TRADER_DEFAULTS, traderInputs } from "./trader-inputs.ts";
import { linkedPrices, pastDecision, useHistory } from "./use-history.ts";
import { isStale, useSignal } from "./use-signal.ts";

// Results and the other tabs come when they are asked for, so that the screen opens sooner.
const NewsTab = lazy(() => import("./news-tab.tsx").then((module) => ({ default: module.NewsTab })));
const ReflectionTab = lazy(() => import("./reflection-tab.tsx").then((module) => ({ default: module.ReflectionTab })));
const ReflectionRail = lazy(() => import("./reflection-rail.tsx").then((module) => ({ default: module.ReflectionRail })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((module) => ({ default: module.SettingsTab })));
const SignalExports = deferred(async () => (await import("./exports.tsx")).SignalExports);

const SCREEN = "llm-trader";
const TABS = ["news", "reflection", "settings"] as const;

/** The LLM Trader: a news text becomes a signal with its reasons; past signals are held against prices. */
export default function LlmTrader() {
  const { inputs, change } = useScreenInputs(SCREEN, traderInputs, TRADER_DEFAULTS);
  const settings = useAtomValue(settingsAtom);
  const linked = useSeriesSource({ screen: SCREEN, field: "linked" });
  const history = useHistory(linked.series);
  const signal = useSignal(inputs, settings);
  const look = useJob("reflect-news");
  const decide = useJob("decide-columns");
  const [tab, selectTab] = useTabAddress(TABS);
  const [reflection, setReflection] = useState<ReflectionRun | null>(null);

  const keyNow = JSON.stringify([
    linked.series?.hash,
    inputs.timeframe,
    inputs.depth,
    inputs.reflectionContext,
    history.records.map(({ id }) => id),
  ]);
  const latest = useRef({ inputs, history, keyNow });
  useEffect(() => {
    latest.current = { inputs, history, keyNow };
  });
  const canReflect = inputs.useReflection && inputs.reflectionContext.trim() !== "";
  const reflect = useCallback(async () => {
    const series = await linked.settled();
    const { inputs, history, keyNow } = latest.current;
    const records = history.records;
    const outcome = await look.run({
      decisions: records.map(pastDecision),
      // Prices without dates are given as they are, so that the job says what is missing.
      ...(series && !series.times ? { prices: series.columns[series.primary].values, times: null } : linkedPrices(series)),
      horizon: inputs.timeframe,
      depth: DEPTHS[inputs.depth],
      context: inputs.reflectionContext,
    });
    if (!outcome.ok) return;
    setReflection({ value: outcome.value, decisions: records, timeframe: inputs.timeframe, key: keyNow });
    announce("Insights generated");
  }, [linked.settled, look.run]);

  const fillContext = useCallback(async () => {
    const { series } = linked;
    if (!series) return;
    const columns = [{ name: series.name, values: series.columns[series.primary].values }];
    const outcome = await decide.run({ columns, news: "", settings: { rsiPeriod: 14, annualization: 252 } });
    const result = outcome.ok ? outcome.value[0].result : null;
    if (result) change({ context: contextFrom(result, series.name) });
  }, [linked, decide.run, change]);

  const reading = useRef<Promise<unknown> | null>(null);
  const generate = useCallback(async () => {
    // A press right after a long paste is meant for what was pasted.
    await pasteHandedOver();
    await reading.current;
    // The next turn has in the form what was read.
    setTimeout(() => void signal.run());
  }, [signal.run]);
  const busy = signal.running || look.running;
  const run =
    tab === "reflection"
      ? canReflect && !look.running
        ? () => void reflect()
        : undefined
      : signal.running
        ? undefined
        : () => void generate();
  useRunKeys({
    run: tab === "settings" ? undefined : run,
    cancel: busy ? (tab === "reflection" ? look.cancel : signal.cancel) : undefined,
  });

  const startWithExample = useCallback(() => {
    change({ news: EXAMPLE_ARTICLE });
    void generate();
  }, [change, generate]);
  const { failure: looked } = partOf(look.state);
  const lookFailure = looked && looked.code !== "bad-input" ? retold(looked, because("news/reflectionFailed")) : looked;
  const { progress } = signal;
  const tabs = [
    {
      id: "news",
      label: "News Analysis",
      content: (
        <NewsTab
          last={signal.last}
          stale={signal.last !== null && !signal.running && isStale(signal.last, inputs, settings)}
          decisions={history.records}
          startWithExample={inputs.news.trim() === "" ? startWithExample : undefined}
        />
      ),
    },
    {
      id: "reflection",
      label: "Reflection Analysis",
      content: (
        <ReflectionTab
          last={reflection}
          stale={reflection !== null && reflection.key !== keyNow}
          failure={lookFailure}
          progress={look.progress}
          cancel={look.cancel}
          history={history}
          inputs={inputs}
          change={change}
        />
      ),
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
        <ReflectionRail
          inputs={inputs}
          change={change}
          linked={linked}
          running={look.running}
          run={canReflect ? () => void reflect() : undefined}
        />
      </Suspense>
    ) : (
      <NewsRail
        inputs={inputs}
        change={change}
        running={signal.running}
        run={() => void generate()}
        reading={reading}
        fillContext={linked.series ? fillContext : undefined}
      />
    );
  return (
    <FileDrop onFile={linked.takeFile}>
      <PageHeader
        title="LLM Trader"
        description="Scores a news text, names its topics and turns it into a signal with its reasons; past signals are held against your prices."
        actions={
          signal.last || history.records.length > 0 ? (
            <Suspense>
              <SignalExports last={signal.last} history={history} inputs={inputs} />
            </Suspense>
          ) : null
        }
      />
      <Tabs
        label="LLM Trader views"
        selected={tab}
        onSelect={selectTab}
        tabs={tabs.map((item) => ({
          ...item,
          content: (
            <div className="flex min-w-0 flex-col gap-4">
              <Suspense fallback={<Skeleton rows={8} />}>{item.content}</Suspense>
            </div>
          ),
        }))}
        frame={(views) => (
          <ToolLayout rail={rail} summary={tab === "settings" || (tab === "news" && signal.last) ? "News and context" : undefined}>
            {tab === "news" ? (
              <>
                <LateProgress
                  progress={progress && { fraction: progress.fraction, label: progressWords(inputs.provider, progress.of) }}
                  onCancel={signal.cancel}
                />
                <FailureBox
                  failure={signal.failure}
                  actions={
                    signal.failure && inputs.provider !== "built-in" ? (
                      <Button size="small" onPress={() => void signal.run("built-in")}>
                        Read it with the built-in engine
                      </Button>
                    ) : null
                  }
                />
              </>
            ) : null}
            {views}
          </ToolLayout>
        )}
      />
    </FileDrop>
  );
}

const progressWords = (provider: string, articles: number): string =>
  `${provider === "built-in" ? "Analyzing" : "Waiting for the model"}${articles > 1 ? ` ${articles} articles` : ""}`;
