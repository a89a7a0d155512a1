import { because, type Failure, fail, type Outcome, type Progress, succeed, withCause } from "../../../workers/contract";
import type { NewsAnalysisResult } from "../../../workers/news/types";
import { type Turn, useAnalysis } from "../../analysis/use-analysis";
import { canceled } from "../../client/failures";
import { percent } from "../../lib/format.ts";
import { KEPT_TEXT } from "../../state/decision-body";
import { rememberDecision } from "../../state/decisions";
import type { Settings } from "../../state/settings-schema";
import { announce } from "../../ui/announcer.ts";
import { readByModel } from "./read-by-model.ts";
import { type Article, articlesOf, type Provider, type TraderInputs } from "./trader-inputs.ts";

/** Settings of an article's analysis. */
interface SignalSettings {
  context: string;
  negation: boolean;
  /** 0 to 1. */
  confidenceThreshold: number;
  provider: Provider;
  /** Name of the model at an endpoint; empty otherwise. */
  model: string;
}

export interface SignalItem extends Article {
  analysis: NewsAnalysisResult | null;
  failure: Failure | null;
  /** A model's reply; null for the built-in engine, or if there was none. */
  reply: string | null;
  millis: number;
}

/** An article with its signal. */
export type Signaled = SignalItem & { analysis: NewsAnalysisResult };

/** One run: an article, or several. */
export interface SignalRun {
  items: SignalItem[];
  settings: SignalSettings;
  /** Content of the form. */
  form: TraderInputs;
  /** Timestamp of every analysis of the run. */
  startedAt: number;
  at: number;
}

export const signaledOf = ({ items }: SignalRun): Signaled[] => items.filter((item): item is Signaled => item.analysis !== null);

const settingsOf = (inputs: TraderInputs, { provider }: Settings): SignalSettings => ({
  context: inputs.includeMarketContext ? inputs.context : "",
  negation: inputs.negation,
  confidenceThreshold: inputs.confidenceThreshold / 100,
  provider: inputs.provider,
  model: inputs.provider === "endpoint" ? provider.model : "",
});

/** Expected failures keep their message; all others use the specification's. */
const asSpecified = (failure: Failure): Failure =>
  failure.code === "bad-input" ? failure : withCause(failure, because("news/unavailable"));

/** The analysis, and the reply of a model if one was used. */
interface Reading {
  outcome: Outcome<NewsAnalysisResult>;
  reply: string | null;
}

interface Asked {
  article: Article;
  used: SignalSettings;
  /** The endpoint in the settings. */
  endpoint: Settings["provider"];
  now: number;
  overall: (progress: Progress) => Progress;
}

async function analyze({ ask, signal }: Turn<SignalRun>, { article, used, endpoint, now, overall }: Asked): Promise<Reading> {
  const { context, negation, confidenceThreshold, provider } = used;
  const input = { text: article.text, context, negation, confidenceThreshold, now };
  // The text is validated locally first: what cannot be analyzed is never sent.
  const own = await ask("analyze-news", input, { overall });
  if (!own.ok || provider === "built-in") return { outcome: own, reply: null };
  const read = await readByModel(provider, article.text, endpoint, signal);
  if (!read.ok) {
    const { failure } = read;
    return { outcome: failure.code === "bad-input" ? fail("bad-input", "news/failed", { cause: failure }) : read, reply: null };
  }
  return { outcome: await ask("analyze-news", { ...input, reply: read.value }, { overall }), reply: read.value };
}

interface SignalSource {
  inputs: TraderInputs;
  settings: Settings;
  /** Resolves to the form once any paste has been transferred. */
  settled: () => Promise<TraderInputs>;
}

/** Analyzes the articles one by one; each signal is added to the history. */
export const useSignal = ({ inputs, settings, settled }: SignalSource) =>
  useAnalysis<SignalRun, [provider?: Provider]>({
    work: async (turn, provider) => {
      const form = await settled();
      const used = { ...settingsOf(form, settings), ...(provider && { provider }) };
      // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
      import("./record.ts").catch(() => undefined);
      const articles = articlesOf(form.news, form.published);
      const label = progressWords(used.provider, articles.length);
      const items: SignalItem[] = [];
      const startedAt = Date.now();
      for (const article of articles) {
        const from = performance.now();
        const overall = ({ fraction }: Progress) => ({ label, fraction: (items.length + fraction) / articles.length });
        const { outcome, reply } = await analyze(turn, { article, used, endpoint: settings.provider, now: startedAt, overall });
        if (turn.signal.aborted) return canceled();
        const millis = performance.now() - from;
        const found = outcome.ok ? { analysis: outcome.value, failure: null } : { analysis: null, failure: asSpecified(outcome.failure) };
        items.push({ ...article, ...found, reply, millis });
      }
      const run = { items, settings: used, form, startedAt, at: Date.now() };
      const [{ failure }] = items;
      return failure && signaledOf(run).length === 0 ? { ok: false, failure } : succeed(run);
    },
    isStale: ({ form, settings: used }) =>
      form.news !== inputs.news ||
      form.published !== inputs.published ||
      JSON.stringify(used) !== JSON.stringify(settingsOf(inputs, settings)),
    onDone: (run) => {
      const signaled = signaledOf(run);
      const { direction, confidence } = signaled[0].analysis.tradingSignals;
      announce(signaled.length > 1 ? `${signaled.length} signals generated` : `Signal ${direction}, confidence ${percent(confidence, 0)}`);
      void import("./record.ts").then(({ record }) => record(run));
      void remember(run);
    },
  });

export type SignalControl = ReturnType<typeof useSignal>;

const progressWords = (provider: Provider, articles: number): string =>
  `${provider === "built-in" ? "Analyzing" : "Waiting for the model"}${articles > 1 ? ` ${articles} articles` : ""}`;

/** Adds signals to the history one by one, to keep their order. */
async function remember(run: SignalRun): Promise<void> {
  for (const item of signaledOf(run)) await rememberDecision(decisionOf(item, run));
}

function decisionOf({ text, published, millis, analysis }: Signaled, { settings, at }: SignalRun) {
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
    provider: settings.provider,
    millis,
  };
}
