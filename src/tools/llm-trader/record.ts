import type { NewsAnalysisResult } from "../../../workers/news/types";
import type { Figure } from "../../state/run-body";
import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import { PROVIDER_LABELS } from "./provider-words.ts";
import type { TraderInputs } from "./trader-inputs.ts";
import type { SignalItem, SignalRun } from "./use-signal.ts";

const SCREEN = "/llm-trader";

const linked = ({
  timeframe,
  depth,
  window,
  confidenceThreshold,
  useReflection,
  includeMarketContext,
  negation,
  provider,
}: TraderInputs) => ({
  timeframe,
  depth,
  window,
  confidenceThreshold,
  useReflection,
  includeMarketContext,
  negation,
  provider,
});

/** An article with its signal. */
type Signalled = SignalItem & { analysis: NewsAnalysisResult };

const isSignalled = (item: SignalItem): item is Signalled => item.analysis !== null;

const asked = ({ text, reply }: Signalled) => (reply === null ? { text } : { text, reply });

function figuresOf([first, ...others]: readonly Signalled[]): Figure[] {
  const { tradingSignals, sentiment, confidence } = first.analysis;
  if (others.length > 0) {
    const signals = [first, ...others].map(({ analysis }) => analysis.tradingSignals);
    const counted = (wanted: string) => signals.filter(({ direction }) => direction === wanted).length;
    return ["LONG", "SHORT", "NEUTRAL"].map((label) => ({ label, value: counted(label), unit: "" }));
  }
  return [
    { label: "Direction", value: tradingSignals.direction, unit: "" },
    { label: "Strength", value: tradingSignals.strength, unit: "fraction" },
    { label: "Confidence", value: tradingSignals.confidence, unit: "fraction" },
    { label: "Timeframe", value: tradingSignals.timeframe, unit: "" },
    { label: "Sentiment", value: sentiment, unit: "" },
    { label: "News confidence", value: confidence, unit: "fraction" },
  ];
}

/** Writes a run down; nobody waits for it. What a model wrote is part of the question, so that a repetition asks nobody. */
export async function record({ items, settings, startedAt, at }: SignalRun, inputs: TraderInputs): Promise<void> {
  const signalled = items.filter(isSignalled);
  const [first] = signalled;
  if (!first) return;
  const { context, negation, confidenceThreshold, provider, model } = settings;
  const common = { context, negation, confidenceThreshold, now: startedAt };
  const alone = signalled.length === 1;
  const title = alone ? `Signal: ${first.analysis.tradingSignals.direction}` : `Signals of ${signalled.length} articles`;
  await recordRun({
    screen: SCREEN,
    title: provider === "built-in" ? title : `${title}, read by ${model || PROVIDER_LABELS[provider]}`,
    ...(alone
      ? { job: "analyze-news", input: { ...asked(first), ...common } }
      : { job: "analyze-articles", input: { articles: signalled.map(asked), ...common } }),
    data: {},
    outcome: { ok: true, value: alone ? first.analysis : signalled.map(({ analysis }) => analysis) },
    figures: figuresOf(signalled),
    startedAt,
    millis: at - startedAt,
    settings: { ...linked(inputs), provider },
    content: { news: inputs.news, context: inputs.context, published: inputs.published },
  });
}

/** Puts a link to the screen with its settings on the clipboard. */
export const copyLink = (inputs: TraderInputs): Promise<void> => copyShareLink(SCREEN, linked(inputs));
