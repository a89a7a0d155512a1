import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { because, type Failure, fail, type Outcome, retold } from "../../../workers/contract";
import type { NewsAnalysisResult } from "../../../workers/news/types";
import { useJob } from "../../client/use-job";
import { percent } from "../../lib/format.ts";
import { KEPT_TEXT } from "../../state/decision-body";
import { rememberDecision } from "../../state/decisions";
import type { Settings } from "../../state/settings-schema";
import { announce } from "../../ui/announcer.ts";
import { readByModel } from "./read-by-model.ts";
import { type Article, articlesOf, type Provider, type TraderInputs } from "./trader-inputs.ts";

/** What an article was analyzed with. */
export interface SignalSettings {
  context: string;
  negation: boolean;
  /** 0 to 1. */
  confidenceThreshold: number;
  provider: Provider;
  /** Of an endpoint; empty otherwise. */
  model: string;
}

export interface SignalItem extends Article {
  analysis: NewsAnalysisResult | null;
  failure: Failure | null;
  /** What a model wrote about it; null with the built-in engine, or where there was no answer. */
  reply: string | null;
  millis: number;
}

/** One press of the button: an article, or several. */
export interface SignalRun {
  items: SignalItem[];
  settings: SignalSettings;
  /** What stood in the form. */
  form: Pick<TraderInputs, "news" | "published">;
  /** The moment that stands in every analysis of the run. */
  startedAt: number;
  at: number;
}

const wait = (): { done: number; of: number } => ({ done: 0, of: 1 });

const settingsOf = (inputs: TraderInputs, { provider }: Settings): SignalSettings => ({
  context: inputs.includeMarketContext ? inputs.context : "",
  negation: inputs.negation,
  confidenceThreshold: inputs.confidenceThreshold / 100,
  provider: inputs.provider,
  model: inputs.provider === "endpoint" ? provider.model : "",
});

/** Expected trouble in its own words; anything else in the specification's. */
const asSpecified = (failure: Failure): Failure => (failure.code === "bad-input" ? failure : retold(failure, because("news/unavailable")));

/** What was found, and what a model wrote, if one was asked. */
interface Reading {
  outcome: Outcome<NewsAnalysisResult>;
  reply: string | null;
}

/** Analyses the articles one after the other; each signal goes into the history. */
export function useSignal(inputs: TraderInputs, settings: Settings) {
  const job = useJob("analyze-news");
  const [last, setLast] = useState<SignalRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [progress, setProgress] = useState<ReturnType<typeof wait> | null>(null);
  const current = useRef<AbortController | null>(null);
  const latest = useRef({ inputs, settings });
  useEffect(() => {
    latest.current = { inputs, settings };
  });
  useEffect(() => () => current.current?.abort(), []);

  const analyze = useCallback(
    async (article: Article, used: SignalSettings, now: number, signal: AbortSignal): Promise<Reading> => {
      const { context, negation, confidenceThreshold, provider } = used;
      const input = { text: article.text, context, negation, confidenceThreshold, now };
      // The text is checked here first: what cannot be analyzed is never sent anywhere.
      const own = await job.run(input);
      if (!own.ok || provider === "built-in") return { outcome: own, reply: null };
      const asked = await readByModel(provider, article.text, latest.current.settings.provider, signal);
      if (!asked.ok) {
        const { failure } = asked;
        return { outcome: failure.code === "bad-input" ? fail("bad-input", "news/failed", { cause: failure }) : asked, reply: null };
      }
      return { outcome: await job.run({ ...input, reply: asked.value }), reply: asked.value };
    },
    [job.run],
  );

  const run = useCallback(
    async (provider?: Provider) => {
      current.current?.abort();
      const controller = new AbortController();
      current.current = controller;
      const { inputs, settings } = latest.current;
      const used = { ...settingsOf(inputs, settings), ...(provider && { provider }) };
      // Whoever writes the run down is there when the result is: the page may go at once.
      import("./record.ts").catch(() => undefined);
      const articles = articlesOf(inputs.news, inputs.published);
      setFailure(null);
      setProgress({ done: 0, of: articles.length });
      const items: SignalItem[] = [];
      const startedAt = Date.now();
      for (const article of articles) {
        const from = performance.now();
        const { outcome, reply } = await analyze(article, used, startedAt, controller.signal);
        if (controller.signal.aborted) return;
        const millis = performance.now() - from;
        if (!outcome.ok && outcome.failure.code === "canceled") break;
        items.push({
          ...article,
          analysis: outcome.ok ? outcome.value : null,
          failure: outcome.ok ? null : asSpecified(outcome.failure),
          reply,
          millis,
        });
        setProgress({ done: items.length, of: articles.length });
      }
      setProgress(null);
      const analyzed = items.filter(({ analysis }) => analysis !== null);
      if (analyzed.length === 0) {
        setFailure(items[0]?.failure ?? null);
        return;
      }
      const { news, published } = inputs;
      const done: SignalRun = { items, settings: used, form: { news, published }, startedAt, at: Date.now() };
      startTransition(() => setLast(done));
      const [first] = analyzed;
      if (first.analysis) {
        const { direction, confidence } = first.analysis.tradingSignals;
        announce(
          analyzed.length > 1 ? `${analyzed.length} signals generated` : `Signal ${direction}, confidence ${percent(confidence, 0)}`,
        );
      }
      void import("./record.ts").then(({ record }) => record(done, inputs));
      for (const item of analyzed) if (item.analysis) await rememberDecision(decisionOf(item, item.analysis, used, done.at));
    },
    [analyze],
  );

  const cancel = useCallback(() => {
    current.current?.abort();
    job.cancel();
    setProgress(null);
  }, [job.cancel]);
  // The words of the article under way count as its share.
  const told = progress && { of: progress.of, fraction: (progress.done + (job.progress?.fraction ?? 0)) / progress.of };
  return { last, failure, progress: told, running: progress !== null, run, cancel };
}

export type SignalControl = ReturnType<typeof useSignal>;

function decisionOf({ text, published, millis }: SignalItem, analysis: NewsAnalysisResult, { provider }: SignalSettings, at: number) {
  const { direction, strength, timeframe, confidence, metadata } = analysis.tradingSignals;
  return {
    at,
    published,
    text: text.slice(0, KEPT_TEXT),
    sentiment: analysis.sentiment,
    newsConfidence: analysis.confidence,
    direction,
    strength,
    timeframe,
    confidence,
    regime: metadata.regime,
    topics: analysis.keyTopics,
    provider,
    millis,
  };
}

/** Whether the form has moved on since a run. */
export const isStale = ({ form, settings: used }: SignalRun, inputs: TraderInputs, settings: Settings): boolean =>
  form.news !== inputs.news || form.published !== inputs.published || JSON.stringify(used) !== JSON.stringify(settingsOf(inputs, settings));
