import { Suspense, useEffect, useState } from "react";
import type { Failure } from "../../../workers/contract";
import { messages } from "../../../workers/lib/messages";
import { compute } from "../../client/compute";
import { MARKET_DEFAULTS, marketInputs } from "../../data/decision/market-inputs.ts";
import { EXAMPLE_NEWS } from "../../data/decision/news-field.tsx";
import { automaticPeriod, SettingsSection } from "../../data/decision/settings-section.tsx";
import { TradingInput } from "../../data/decision/trading-input.tsx";
import { type Recorder, useDecision } from "../../data/decision/use-decision.ts";
import { useMarketData } from "../../data/decision/use-market-data.ts";
import { useReady } from "../../data/decision/use-ready.ts";
import { plural } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Busy, ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useLate } from "../../ui/use-late.ts";
import { useRunKeys } from "../../ui/use-run-keys.ts";

const SCREEN = "market-analysis";
const NAMED = { name: SCREEN };
const record: Recorder = (run, asked) => void import("../../data/decision/record.ts").then(({ record }) => record(run, asked, NAMED));

// What shows an answer comes when one is likely to be asked for, so that the screen opens sooner.
const loadResults = async () => (await import("./results.tsx")).Results;
const Results = deferred(loadResults);
const ExportMenu = deferred(async () => (await import("../../data/decision/export-menu.tsx")).ExportMenu);

/** The Trading Dashboard: prices and news in, a Buy, Sell or Hold out, with the rules and figures behind it. */
export default function MarketAnalysis() {
  const { inputs, change } = useScreenInputs(SCREEN, marketInputs, MARKET_DEFAULTS);
  const data = useMarketData(SCREEN, inputs, change);
  const { failure: failed, running, progress, last, stale, usual, run, cancel } = useDecision(data, inputs, record);
  const [sampleFailure, setSampleFailure] = useState<Failure | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  const ready = useReady();

  const slow = useLate(running);
  useEffect(() => {
    if (data.given) loadResults().catch(() => undefined);
  }, [data.given]);
  const complete = data.given && inputs.news.trim() !== "";
  const ask = () => {
    setIncomplete(!complete);
    if (complete) run();
  };
  const reading = [data.box, data.csv].find((source) => source.reading !== null);
  useRunKeys({ run: running ? undefined : ask, cancel: running ? cancel : reading?.cancel });

  const fillSample = async () => {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const outcome = await compute.run("make-sample-prices", { seed });
    setSampleFailure(outcome.ok ? null : outcome.failure);
    if (outcome.ok) data.fillSample(outcome.value.text, seed);
  };
  const loadSample = () => data.box.takeSample("wti");

  const missing: Failure | null = incomplete && !complete ? { code: "bad-input", message: messages.marketAndNewsRequired } : null;
  const failure = missing ?? sampleFailure ?? failed;
  // A field in trouble opens the folded rail of a narrow screen.
  const trouble = data.box.failure ?? data.csv.failure;
  const rail = (
    <FileDrop onFile={data.loadCsv}>
      <TradingInput
        data={data}
        inputs={inputs}
        change={change}
        fillSample={() => void fillSample()}
        loadSample={loadSample}
        run={complete ? ask : undefined}
        running={running}
      />
      <SettingsSection inputs={inputs} change={change} automatic={automaticPeriod(data.count)} usual={usual} />
    </FileDrop>
  );
  return (
    <>
      <PageHeader
        title="Trading Dashboard"
        description="A Buy, Sell or Hold from your prices and your news, with every rule and number behind it. Nothing leaves this device."
        actions={
          last ? (
            <Suspense>
              <ExportMenu run={last} screen={NAMED} />
            </Suspense>
          ) : null
        }
      />
      <div className="mt-4">
        <Busy busy={!ready} label="Loading Dashboard...">
          <ToolLayout rail={rail} summary={last && !trouble ? summaryOf(data.count, inputs.news) : undefined}>
            {slow && progress ? <ProgressBar label={progress.label || "Analysing"} fraction={progress.fraction} onCancel={cancel} /> : null}
            <FailureBox failure={failure} />
            {last ? (
              <Suspense fallback={<Skeleton rows={8} />}>
                <Results run={last} stale={stale} rerun={complete && !running ? ask : undefined} />
              </Suspense>
            ) : (
              <EmptyState
                actions={
                  complete ? null : (
                    <Button
                      onPress={() => {
                        if (!data.given) loadSample();
                        if (inputs.news.trim() === "") change({ news: EXAMPLE_NEWS });
                        run();
                      }}
                    >
                      Start with a sample
                    </Button>
                  )
                }
              >
                {complete
                  ? "Prices and news are there: ask for a decision."
                  : "Give it prices and a piece of news, and it answers Buy, Sell or Hold with its reasons. The sample is 33 years of crude oil prices and a short text."}
              </EmptyState>
            )}
          </ToolLayout>
        </Busy>
      </div>
    </>
  );
}

const summaryOf = (prices: number, news: string): string => `${plural(prices, "price")} · ${plural(news.length, "character")} of news`;
