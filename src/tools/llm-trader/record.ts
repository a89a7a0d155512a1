import { type ScreenRecord, screenRecord } from "../../analysis/record";
import type { Figure } from "../../state/run-body";
import { PROVIDER_LABELS } from "./provider-words.ts";
import type { TraderInputs } from "./trader-inputs.ts";
import { type Signaled, type SignalRun, signaledOf } from "./use-signal.ts";

const screen: ScreenRecord<Partial<TraderInputs>> = screenRecord("/llm-trader", ["news", "context", "published", "reflectionContext"]);
export const { shared } = screen;

const asked = ({ text, reply }: Signaled) => (reply === null ? { text } : { text, reply });

function figuresOf([first, ...others]: readonly Signaled[]): Figure[] {
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

/** Records a run; not awaited. A model's reply is part of the input, so that repeating the run contacts no one. */
export function record(run: SignalRun): Promise<void> {
  const { settings, startedAt, at } = run;
  // Excludes form content that was not part of the run.
  const { reflectionContext, context: typed, ...form } = run.form;
  const signaled = signaledOf(run);
  const [first] = signaled;
  const { context, negation, confidenceThreshold, provider, model } = settings;
  const common = { context, negation, confidenceThreshold, now: startedAt };
  const alone = signaled.length === 1;
  const title = alone ? `Signal: ${first.analysis.tradingSignals.direction}` : `Signals of ${signaled.length} articles`;
  const answer = alone
    ? ({ job: "analyze-news", input: { ...asked(first), ...common }, value: first.analysis } as const)
    : ({
        job: "analyze-articles",
        input: { articles: signaled.map(asked), ...common },
        value: signaled.map(({ analysis }) => analysis),
      } as const);
  return screen.record(
    { ...answer, startedAt, at, millis: at - startedAt, settings: { ...form, ...(context && { context: typed }), provider } },
    {
      title: provider === "built-in" ? title : `${title}, analyzed by ${model || PROVIDER_LABELS[provider]}`,
      data: {},
      figures: figuresOf(signaled),
    },
  );
}
