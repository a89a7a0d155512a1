import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import type { TraderInputs } from "./trader-inputs.ts";
import type { SignalRun } from "./use-signal.ts";

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

/** Writes a run down; nobody waits for it. It repeats what the built-in engine makes of the texts, a model's reading is not kept. */
export async function record({ items, settings, at }: SignalRun, inputs: TraderInputs): Promise<void> {
  const [first] = items.filter(({ analysis }) => analysis !== null);
  if (!first?.analysis || settings.provider !== "built-in" || items.length > 1) return;
  const { tradingSignals, sentiment, confidence } = first.analysis;
  const { context, negation, confidenceThreshold } = settings;
  const now = Date.parse(first.analysis.metadata.timestamp);
  await recordRun({
    screen: SCREEN,
    title: `Signal: ${tradingSignals.direction}`,
    job: "analyse-news",
    input: { text: first.text, context, negation, confidenceThreshold, now },
    data: {},
    outcome: { ok: true, value: first.analysis },
    figures: [
      { label: "Direction", value: tradingSignals.direction, unit: "" },
      { label: "Strength", value: tradingSignals.strength, unit: "fraction" },
      { label: "Confidence", value: tradingSignals.confidence, unit: "fraction" },
      { label: "Timeframe", value: tradingSignals.timeframe, unit: "" },
      { label: "Sentiment", value: sentiment, unit: "" },
      { label: "News confidence", value: confidence, unit: "fraction" },
    ],
    startedAt: at - first.millis,
    millis: first.millis,
    settings: linked(inputs),
    content: { news: inputs.news, context: inputs.context, published: inputs.published },
  });
}

/** Puts a link to the screen with its settings on the clipboard. */
export const copyLink = (inputs: TraderInputs): Promise<void> => copyShareLink(SCREEN, linked(inputs));
