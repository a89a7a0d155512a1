import * as v from "valibot";
import type { WatchedFigures } from "../../../workers/batch/jobs/watch-series";
import { percent, plural } from "../../lib/format.ts";
import type { Held } from "./row-store";

/** Figures for alerts: fractions, shown and compared in percent, and words. */
export const NUMBERS = {
  day: { label: "1 day change", of: (figures: WatchedFigures) => figures.day?.ratio ?? null },
  month: { label: "1 month change", of: (figures: WatchedFigures) => figures.month?.ratio ?? null },
  volatility: { label: "Volatility", of: (figures: WatchedFigures) => figures.volatility },
  valueAtRisk: { label: "VaR", of: (figures: WatchedFigures) => figures.valueAtRisk },
  maxDrawdown: { label: "Maximum drawdown", of: (figures: WatchedFigures) => figures.maxDrawdown },
  drawdown: { label: "Drawdown", of: (figures: WatchedFigures) => figures.drawdown },
} as const;
export const WORDS = {
  decision: { label: "Decision", words: ["Buy", "Sell", "Hold"], of: (figures: WatchedFigures) => figures.decision.value?.action ?? null },
  regime: { label: "Regime", words: ["Bull", "Bear"], of: (figures: WatchedFigures) => figures.regime.value?.name ?? null },
} as const;

export type NumberField = keyof typeof NUMBERS;
export type WordField = keyof typeof WORDS;
export const NUMBER_FIELDS = Object.keys(NUMBERS) as NumberField[];
export const WORD_FIELDS = Object.keys(WORDS) as WordField[];

export const MAX_ALERTS = 50;
const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(40));

const alertSchema = v.variant("comparison", [
  v.object({
    id,
    field: v.picklist(NUMBER_FIELDS),
    comparison: v.picklist(["above", "below"]),
    /** In percent. */
    threshold: v.pipe(v.number(), v.finite()),
  }),
  v.object({ id, field: v.picklist(WORD_FIELDS), comparison: v.literal("turns"), word: v.pipe(v.string(), v.maxLength(20)) }),
]);
export type WatchAlert = v.InferOutput<typeof alertSchema>;

/** Inputs of the screen, on the device and in backups. */
export const watchInputsSchema = v.object({ alerts: v.pipe(v.array(alertSchema), v.maxLength(MAX_ALERTS)) });
type WatchInputs = v.InferOutput<typeof watchInputsSchema>;
export const WATCH_INPUTS = "watchlist";
export const WATCH_DEFAULTS: WatchInputs = { alerts: [] };

const isNumber = (alert: WatchAlert) => alert.comparison !== "turns";

/** "Drawdown below −10%", "Decision turns Sell". */
export const alertWords = (alert: WatchAlert): string =>
  isNumber(alert)
    ? `${NUMBERS[alert.field].label} ${alert.comparison} ${percent(alert.threshold / 100, 6, 0)}`
    : `${WORDS[alert.field].label} turns ${alert.word}`;

/** Whether it is met by a row; null if the row has no such figure. */
export function holds(alert: WatchAlert, figures: WatchedFigures): boolean | null {
  if (!isNumber(alert)) {
    const word = WORDS[alert.field].of(figures);
    return word === null ? null : word === alert.word;
  }
  const value = NUMBERS[alert.field].of(figures);
  if (value === null) return null;
  const threshold = alert.threshold / 100;
  return alert.comparison === "above" ? value > threshold : value < threshold;
}

/** The figure of a series that an alert is about, formatted. */
function shown(alert: WatchAlert, figures: WatchedFigures): string {
  if (!isNumber(alert)) return WORDS[alert.field].of(figures) ?? "";
  return percent(NUMBERS[alert.field].of(figures), 2);
}

export interface MetAlert {
  alert: WatchAlert;
  title: string;
  detail: string;
}

const MAX_NAMED = 4;

/**
 * Compares alerts with rows by the name of the series, so that a newer version of a dataset continues the older one. Reports alerts that
 * are met now and were not before; a word counts as changed only if there was another before.
 * @param rows the latest of each name
 */
export function compared(
  alerts: readonly WatchAlert[],
  rows: ReadonlyMap<string, WatchedFigures>,
  before: Held,
): { held: Held; met: MetAlert[] } {
  const held = new Map<string, Record<string, boolean>>();
  const met: MetAlert[] = [];
  for (const alert of alerts) {
    // A Map, since a series may be called "__proto__".
    const was = new Map(Object.hasOwn(before, alert.id) ? Object.entries(before[alert.id]) : []);
    const now = new Map(was);
    const names: string[] = [];
    for (const [name, figures] of rows) {
      const holding = holds(alert, figures);
      if (holding === null) continue;
      now.set(name, holding);
      if (holding && (isNumber(alert) ? was.get(name) !== true : was.get(name) === false)) names.push(`${name} ${shown(alert, figures)}`);
    }
    held.set(alert.id, Object.fromEntries(now));
    if (names.length === 0) continue;
    const rest = names.length - MAX_NAMED;
    const detail =
      rest > 0 ? `${names.slice(0, MAX_NAMED).join(", ")} and ${plural(rest, "more series", "more series")}` : names.join(", ");
    met.push({ alert, title: alertWords(alert), detail });
  }
  return { held: Object.fromEntries(held), met };
}
