import * as v from "valibot";
import { isPrivate } from "../../workers/origin";
import { ANNUALIZATION, RISK_FREE, yearEntries } from "../../workers/performance/schema";
import { asPercent, required } from "../../workers/runtime/schema";
import { MAX_THREADS } from "../client/thread-count";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const UP_DOWN = ["green-red", "red-green", "blue-orange"] as const;
export type UpDown = (typeof UP_DOWN)[number];
export const DATE_FORMATS = ["auto", "iso", "day-first", "month-first", "dotted"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];
export const BASES = ["252", "365", "data", "own"] as const;
export type Basis = (typeof BASES)[number];

const isLocale = (text: string): boolean => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
};

/** Valid WebSocket URL: wss, or this machine. Without user name and password. */
export const isSocketAddress = (text: string): boolean => /^wss?:/i.test(text) && isEndpoint(text.replace(/^ws/i, "http"));

/** Valid URL of a language model: https, or this machine. Without user name and password. */
export function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isPrivate(url) && !(url.username || url.password || url.search || url.hash);
}

export const stepsPerYear = required(yearEntries.periodsPerYear);
export const percentAYear = asPercent(yearEntries.riskFree);
const threads = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_THREADS)));
const oneKey = v.pipe(v.string(), v.regex(/^\S$/u));

export const DEFAULT_SETTINGS = {
  theme: "auto" as Theme,
  /** Colors of up and down. */
  upDown: "green-red" as UpDown,
  /** "auto" (the browser's language) or a locale such as "de-DE". */
  numberFormat: "auto",
  dateFormat: "auto" as DateFormat,
  /** Steps per year for annualized figures. */
  annualization: { basis: "252" as Basis, own: ANNUALIZATION as number },
  /** Per year, in percent: default of screens with a risk-free rate. */
  riskFree: 100 * RISK_FREE,
  /** Null: chosen for the machine. */
  threads: null as number | null,
  /** Notify about long jobs that finish while the page is hidden, if the browser allows it. */
  notify: false,
  /** Single-key shortcuts, without Ctrl or ⌘. */
  singleKeys: true,
  /** Keys that differ from the defaults, by the name of the shortcut. */
  keys: {} as Record<string, string>,
  /** A language model, optional. Its key is stored separately: `provider-key`. */
  provider: { endpoint: "", model: "" },
  /** Server of API Test and the documentation: "" is this device, otherwise the URL of a host. */
  apiHost: "",
  /** Source of the system status: "" is this device, otherwise the URL of a socket. */
  statusSocket: "",
};
export type Settings = typeof DEFAULT_SETTINGS;

/** Missing or invalid values fall back to their default; the rest is kept. */
const orDefault = <T>(schema: v.GenericSchema<unknown, T>, fallback: T) => v.optional(v.fallback(schema, fallback), fallback as never);

export const settingsSchema: v.GenericSchema<unknown, Settings> = v.object({
  theme: orDefault(v.picklist(THEMES), DEFAULT_SETTINGS.theme),
  upDown: orDefault(v.picklist(UP_DOWN), DEFAULT_SETTINGS.upDown),
  numberFormat: orDefault(v.union([v.literal("auto"), v.pipe(v.string(), v.check(isLocale))]), DEFAULT_SETTINGS.numberFormat),
  dateFormat: orDefault(v.picklist(DATE_FORMATS), DEFAULT_SETTINGS.dateFormat),
  annualization: orDefault(v.object({ basis: v.picklist(BASES), own: stepsPerYear }), DEFAULT_SETTINGS.annualization),
  riskFree: orDefault(percentAYear, DEFAULT_SETTINGS.riskFree),
  threads: orDefault(threads, DEFAULT_SETTINGS.threads),
  notify: orDefault(v.boolean(), DEFAULT_SETTINGS.notify),
  singleKeys: orDefault(v.boolean(), DEFAULT_SETTINGS.singleKeys),
  keys: orDefault(v.record(v.string(), oneKey), DEFAULT_SETTINGS.keys),
  provider: orDefault(
    v.object({
      endpoint: v.union([v.literal(""), v.pipe(v.string(), v.trim(), v.check(isEndpoint))]),
      model: v.pipe(v.string(), v.trim(), v.maxLength(200)),
    }),
    DEFAULT_SETTINGS.provider,
  ),
  apiHost: orDefault(v.union([v.literal(""), v.pipe(v.string(), v.trim(), v.check(isEndpoint))]), DEFAULT_SETTINGS.apiHost),
  statusSocket: orDefault(v.union([v.literal(""), v.pipe(v.string(), v.trim(), v.check(isSocketAddress))]), DEFAULT_SETTINGS.statusSocket),
});

/** Settings from an untrusted value: a stored text, a backup. */
export function readSettings(stored: unknown): Settings {
  const parsed = v.safeParse(settingsSchema, stored);
  return parsed.success ? parsed.output : DEFAULT_SETTINGS;
}
