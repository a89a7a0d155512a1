import { fixed, percent, plural } from "../format";
import type { HitRate, PastDecision, Reflection } from "./reflect";
import type { Horizon } from "./schema";
import type { ContextRegime } from "./types";

const signals = (count: number): string => plural(count, "signal");

const rate = ({ share, interval, hits, scored }: HitRate): string =>
  `${hits} of ${scored} right, ${percent(share ?? 0, 0)} (95%: ${percent(interval?.[0] ?? 0, 0)} to ${percent(interval?.[1] ?? 1, 0)})`;

/** Whether two rates differ significantly: their intervals do not overlap. */
const apart = (one: HitRate, other: HitRate): boolean =>
  one.interval !== null && other.interval !== null && (one.interval[0] > other.interval[1] || other.interval[0] > one.interval[1]);

/** The results of the reflection as sentences, including what the data do not show yet. */
export function insightsFrom(
  { considered, accuracy, meanGain, brier, byRegime, byTopic, suggestedThreshold, drift, directions, topics }: Reflection,
  decisions: readonly PastDecision[],
  regime: ContextRegime,
  horizon: Horizon | "own",
  linked: boolean,
): string[] {
  if (considered === 0) return ["No signals yet: generate a trading signal first."];
  const lines: string[] = [];
  const over = horizon === "own" ? "each over its own timeframe" : `over ${horizon}`;
  if (!linked) lines.push("No linked prices: the insights below use the texts alone.");
  else if (accuracy.scored === 0) {
    lines.push(`No signal can be scored yet, ${over}: the prices end before the news, or all signals are NEUTRAL.`);
  } else {
    lines.push(`${signals(accuracy.scored)} scored ${over}: ${rate(accuracy)}.`);
    if (meanGain !== null) lines.push(`Mean move in the signal's direction: ${percent(meanGain, 2)} (log return, without costs).`);
    if (brier !== null)
      lines.push(`Brier score ${fixed(brier, 3)}: ${brier < 0.25 ? "better" : "no better"} than a constant forecast of 50% (0.250).`);
    if (accuracy.interval && accuracy.interval[0] <= 0.5 && accuracy.interval[1] >= 0.5) {
      lines.push("The interval contains 50%: this may be chance.");
    }
  }
  const here = byRegime.find(({ label }) => label === regime);
  if (regime === "unknown" || regime === "neutral") lines.push(`The context indicates no clear regime (${regime}).`);
  else if (here) lines.push(`The context is ${regime}. In that regime: ${rate(here)}.`);
  else lines.push(`The context is ${regime}; no scored signal in that regime.`);
  for (const group of [byRegime, byTopic]) {
    const sorted = [...group].sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
    const [best, worst] = [sorted[0], sorted[sorted.length - 1]];
    if (best && worst && apart(best, worst)) lines.push(`Best in ${best.label}: ${rate(best)}. Worst in ${worst.label}: ${rate(worst)}.`);
  }
  if (suggestedThreshold) {
    const { threshold, share, kept } = suggestedThreshold;
    lines.push(`Signals of at least ${percent(threshold, 0)} confidence were right most often: ${percent(share, 0)} of ${kept}.`);
  } else if (linked) lines.push("A confidence threshold is suggested once 20 signals are scored.");
  if (drift !== null) {
    const way =
      Math.abs(drift) < 0.05 ? "is nearly unchanged" : drift > 0 ? `has risen by ${fixed(drift, 2)}` : `has fallen by ${fixed(-drift, 2)}`;
    lines.push(`The sentiment of the newer half ${way}.`);
  }
  lines.push(`Directions: LONG ${directions.LONG}, SHORT ${directions.SHORT}, NEUTRAL ${directions.NEUTRAL}.`);
  if (topics.length > 0) {
    const most = topics.slice(0, 3).map(({ topic, count }) => `${topic} (${count})`);
    lines.push(`Most frequent topics: ${most.join(", ")}, of ${signals(decisions.length)}.`);
  }
  return lines;
}
