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
  reflection: Reflection,
  decisions: readonly PastDecision[],
  regime: ContextRegime,
  horizon: Horizon | "own",
  linked: boolean,
): string[] {
  const { considered, byRegime, byTopic, directions, topics } = reflection;
  if (considered === 0) return ["No signals yet: generate a trading signal first."];
  const most = topics.slice(0, 3).map(({ topic, count }) => `${topic} (${count})`);
  return [
    ...(linked ? accuracyLines(reflection, horizon) : ["No linked prices: the insights below use the texts alone."]),
    regimeLine(byRegime, regime),
    ...[byRegime, byTopic].flatMap(extremesLine),
    ...thresholdLine(reflection, linked),
    ...driftLine(reflection),
    `Directions: LONG ${directions.LONG}, SHORT ${directions.SHORT}, NEUTRAL ${directions.NEUTRAL}.`,
    ...(most.length > 0 ? [`Most frequent topics: ${most.join(", ")}, of ${signals(decisions.length)}.`] : []),
  ];
}

function accuracyLines({ accuracy, meanGain, brier }: Reflection, horizon: Horizon | "own"): string[] {
  const { scored, interval } = accuracy;
  const over = horizon === "own" ? "each over its own timeframe" : `over ${horizon}`;
  if (scored === 0) return [`No signal can be scored yet, ${over}: the prices end before the news, or all signals are NEUTRAL.`];
  const lines = [`${signals(scored)} scored ${over}: ${rate(accuracy)}.`];
  if (meanGain !== null) lines.push(`Mean move in the signal's direction: ${percent(meanGain, 2)} (log return, without costs).`);
  if (brier !== null)
    lines.push(`Brier score ${fixed(brier, 3)}: ${brier < 0.25 ? "better" : "no better"} than a constant forecast of 50% (0.250).`);
  if (interval && interval[0] <= 0.5 && interval[1] >= 0.5) lines.push("The interval contains 50%: this may be chance.");
  return lines;
}

function regimeLine(byRegime: Reflection["byRegime"], regime: ContextRegime): string {
  if (regime === "unknown" || regime === "neutral") return `The context indicates no clear regime (${regime}).`;
  const here = byRegime.find(({ label }) => label === regime);
  return here ? `The context is ${regime}. In that regime: ${rate(here)}.` : `The context is ${regime}; no scored signal in that regime.`;
}

/** The best and the worst of a group, if they differ significantly. */
function extremesLine(group: Reflection["byRegime" | "byTopic"]): string[] {
  const sorted = [...group].sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
  const [best, worst] = [sorted[0], sorted[sorted.length - 1]];
  return best && apart(best, worst) ? [`Best in ${best.label}: ${rate(best)}. Worst in ${worst.label}: ${rate(worst)}.`] : [];
}

function thresholdLine({ suggestedThreshold }: Reflection, linked: boolean): string[] {
  if (!suggestedThreshold) return linked ? ["A confidence threshold is suggested once 20 signals are scored."] : [];
  const { threshold, share, kept } = suggestedThreshold;
  return [`Signals of at least ${percent(threshold, 0)} confidence were right most often: ${percent(share, 0)} of ${kept}.`];
}

function driftLine({ drift }: Reflection): string[] {
  if (drift === null) return [];
  const risen = drift > 0 ? `has risen by ${fixed(drift, 2)}` : `has fallen by ${fixed(-drift, 2)}`;
  return [`The sentiment of the newer half ${Math.abs(drift) < 0.05 ? "is nearly unchanged" : risen}.`];
}
