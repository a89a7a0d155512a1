import * as v from "valibot";
import { because, type Cause, MAX_MOMENT, type Reason, said } from "../contract";

/*
 * A setting is a valibot schema with what is told of it: form, job, API, openapi.json and links read the same object. A room's `schema.ts`
 * declares them; it imports nothing but other schemas and texts, so that a page can read it without the room's code.
 */

/** Why a value is refused, as the message of a schema, which can only be a text: the key of a text and what fills it, written as JSON. */
export const refuses = <R extends Reason>(...given: Parameters<typeof because<R>>): string => JSON.stringify(because<R>(...given));

/** The cause a schema gives as its message; the schema's own messages are words already. */
export const causeOf = (message: string): Cause => (message.startsWith("{") ? JSON.parse(message) : said(message));

/** A moment that is read back: one that cannot be written as a date is none. */
export const momentSchema = v.pipe(v.number(), v.minValue(-MAX_MOMENT), v.maxValue(MAX_MOMENT));

/** Properties of a numeric setting. */
export interface NumberFacts {
  label: string;
  /** As a form shows it behind the number. "%" stands for a fraction of one that is entered as percent. */
  unit?: string;
  min?: number;
  max?: number;
  /** Bounds that are themselves out of range. */
  above?: number;
  below?: number;
  whole?: boolean;
  /** Why a value is refused, as `refuses` writes it. */
  refusal: string;
  /** Says it of a value above the largest. */
  over?: string;
}

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

/** The schema behind defaults and "or nothing". */
function bare(setting: v.GenericSchema): v.GenericSchema {
  return "wrapped" in setting ? bare((setting as v.GenericSchema & Wrapped).wrapped) : setting;
}

/** A setting without its default, as the API asks for it. */
export const required = <Output>(setting: v.GenericSchema<Output | undefined, Output>): v.GenericSchema<Output> =>
  bare(setting as v.GenericSchema) as v.GenericSchema<Output>;

/** What is said of a number; undefined of a choice. */
const factsOf = (setting: Setting): NumberFacts | undefined => (bare(setting) as Partial<Piped>).pipe?.at(-1)?.metadata?.facts;

/** Label, unit and limits of a number, as its form shows them: those of a fraction that is entered as percent stay fractions. */
export function limitsOf(setting: Setting): NumberLimits {
  const { label, unit, min, max, above, below, whole = false } = factsOf(setting) ?? { label: "" };
  return { label, unit, minValue: min ?? above, maxValue: max ?? below, whole };
}

/** What a setting is called on its screen; "" for one that is no number, whose form names it. */
export const labelOf = (setting: Setting): string => factsOf(setting)?.label ?? "";

/** The nearest value a number can have. */
export function nearest(setting: Setting, value: number): number {
  const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY, whole } = limitsOf(setting);
  return Math.min(maxValue, Math.max(minValue, whole ? Math.round(value) : value));
}

type Entries = v.ObjectEntries;
/** The entries of a form whose boxes may be empty. */
export type Emptied<Own extends Entries> = {
  [Name in keyof Own]: v.NullableSchema<v.GenericSchema<NonNullable<v.InferOutput<Own[Name]>>>, undefined>;
};

/** Settings as a form keeps them: every box may be empty, and nothing is put in its place. */
export const emptied = <const Own extends Entries>(entries: Own): Emptied<Own> =>
  Object.fromEntries(
    Object.entries(entries).map(([name, setting]) => [name, v.nullable(bare(setting as v.GenericSchema))]),
  ) as Emptied<Own>;

/** A fraction that a form keeps as percent. */
export const asPercent = (setting: Setting) =>
  v.pipe(
    v.number(),
    v.check((percent) => v.is(bare(setting), percent / 100)),
  );

/** The same; the box may be empty. */
export const inPercent = (setting: Setting) => v.nullable(asPercent(setting));

/** Settings with their defaults, or why they cannot be used. */
export type Read<Settings> = { settings: Settings; refusal: null } | { settings: null; refusal: Cause };

/** Checks settings by their schema and puts the defaults in; the cause is that of the first one that is refused. */
export function readSettings<Settings>(schema: v.GenericSchema<unknown, Settings>, given: unknown): Read<Settings> {
  const parsed = v.safeParse(schema, given, { abortEarly: true });
  return parsed.success ? { settings: parsed.output, refusal: null } : { settings: null, refusal: causeOf(parsed.issues[0].message) };
}
