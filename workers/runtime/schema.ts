import * as v from "valibot";
import { because, type Cause, MAX_MOMENT, type Reason, verbatim } from "../contract";

/*
 * A setting is a valibot schema with metadata: form, job, API, openapi.json and links read the same object. A room's `schema.ts` declares
 * them; it imports only other schemas and texts, so that a page can read it without the room's code.
 */

/** The reason a value is refused, as a schema's message, which can only be a string: key and parameters of a text, as JSON. */
export const refuses = <R extends Reason>(...given: Parameters<typeof because<R>>): string => JSON.stringify(because<R>(...given));

/** The cause in a schema's message; valibot's own messages are plain text. */
export const causeOf = (message: string): Cause => (message.startsWith("{") ? JSON.parse(message) : verbatim(message));

/** A time read back from storage: one that cannot be written as a date is rejected. */
export const momentSchema = v.pipe(v.number(), v.minValue(-MAX_MOMENT), v.maxValue(MAX_MOMENT));

/** Maximum characters of a text stored with a run: every run of the list is in memory while the list is shown. */
export const MAX_RECORDED_TEXT = 100_000;

/** Properties of a numeric setting. */
export interface NumberFacts {
  label: string;
  /** Unit shown after the number. "%" marks a fraction that is entered as percent. */
  unit?: string;
  min?: number;
  max?: number;
  /** Exclusive bounds. */
  above?: number;
  below?: number;
  whole?: boolean;
  /** The reason a value is refused, written by `refuses`. */
  refusal: string;
  /** The reason for a value above the maximum. */
  over?: string;
}

/** An option of a choice, as forms list it. A list of them stands beside the setting it belongs to. */
export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
  /** A second, muted line. */
  note?: string;
}
export const valuesOf = <Value extends string>(choices: readonly Choice<Value>[]) =>
  choices.map(({ value }) => value) as [Value, ...Value[]];
export const choiceLabel = <Value extends string>(choices: readonly Choice<Value>[], chosen: Value): string =>
  choices.find(({ value }) => value === chosen)?.label ?? chosen;

/** Any setting. */
export type Setting = v.GenericSchema;
export type NumberSetting = v.GenericSchema<number>;

/** Infinity is never below the bound. */
const keeps = ({ min = -Infinity, max = Infinity, above = -Infinity, below = Infinity, whole }: NumberFacts, value: number) =>
  value >= min && value <= max && value > above && value < below && (!whole || Number.isInteger(value));

/** A finite number within its limits. */
export const numeric = (facts: NumberFacts): NumberSetting =>
  v.pipe(
    v.number(facts.refusal),
    v.check(
      (value) => keeps(facts, value),
      ({ input }) => (facts.over && input > Number(facts.max) ? facts.over : facts.refusal),
    ),
    v.metadata({ facts }),
  );

/** What a form shows of a number. */
export interface NumberLimits {
  label: string;
  unit?: string;
  minValue?: number;
  maxValue?: number;
  whole: boolean;
}

interface Wrapped {
  wrapped: v.GenericSchema;
}
interface Piped {
  pipe: readonly { metadata?: { facts: NumberFacts } }[];
}

/** The schema inside defaults and nullable wrappers. */
function bare(setting: v.GenericSchema): v.GenericSchema {
  return "wrapped" in setting ? bare((setting as v.GenericSchema & Wrapped).wrapped) : setting;
}

/** A setting without its default, as the API asks for it. */
export const required = <Output>(setting: v.GenericSchema<Output | undefined, Output>): v.GenericSchema<Output> =>
  bare(setting as v.GenericSchema) as v.GenericSchema<Output>;

/** Metadata of a number; undefined for a choice. */
const factsOf = (setting: Setting): NumberFacts | undefined => (bare(setting) as Partial<Piped>).pipe?.at(-1)?.metadata?.facts;

/** Label, unit and limits of a number, as its form shows them: limits of a percentage remain fractions. */
export function limitsOf(setting: Setting): NumberLimits {
  const { label, unit, min, max, above, below, whole = false } = factsOf(setting) ?? { label: "" };
  return { label, unit, minValue: min ?? above, maxValue: max ?? below, whole };
}

/** The label of a setting on its screen; "" for anything but a number, which its form labels. */
export const labelOf = (setting: Setting): string => factsOf(setting)?.label ?? "";

/** The nearest allowed value. */
export function nearest(setting: Setting, value: number): number {
  const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY, whole } = limitsOf(setting);
  return Math.min(maxValue, Math.max(minValue, whole ? Math.round(value) : value));
}

type Entries = v.ObjectEntries;
/** The entries of a form whose inputs may be empty. */
export type Emptied<Own extends Entries> = {
  [Name in keyof Own]: v.NullableSchema<v.GenericSchema<NonNullable<v.InferOutput<Own[Name]>>>, undefined>;
};

/** Settings as a form keeps them: every input may be empty, without a default. */
export const emptied = <const Own extends Entries>(entries: Own): Emptied<Own> =>
  Object.fromEntries(
    Object.entries(entries).map(([name, setting]) => [name, v.nullable(bare(setting as v.GenericSchema))]),
  ) as Emptied<Own>;

/** A fraction that a form stores as percent. */
export const asPercent = (setting: Setting) =>
  v.pipe(
    v.number(),
    v.check((percent) => v.is(bare(setting), percent / 100)),
  );

/** The same, nullable for an empty input. */
export const inPercent = (setting: Setting) => v.nullable(asPercent(setting));

/** Settings with their defaults, or the reason they are refused. */
export type Read<Settings> = { settings: Settings; refusal: null } | { settings: null; refusal: Cause };

/** Validates settings by their schema and fills in defaults; the cause is that of the first refused one. */
export function readSettings<Settings>(schema: v.GenericSchema<unknown, Settings>, given: unknown): Read<Settings> {
  const parsed = v.safeParse(schema, given, { abortEarly: true });
  return parsed.success ? { settings: parsed.output, refusal: null } : { settings: null, refusal: causeOf(parsed.issues[0].message) };
}
