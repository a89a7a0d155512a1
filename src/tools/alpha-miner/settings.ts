import * as v from "valibot";
import { FACTOR_DEFAULTS, FACTORS, factorEntries, METHODS, searchEntries } from "../../../workers/factors/schema";
import { emptied, inPercent, valuesOf } from "../../../workers/runtime/schema";

const { momentumPeriods, horizons, annualization, ...numbers } = factorEntries;
const { trials, depth, holdout, seed: searchSeed } = searchEntries;
const search = { trials, depth, searchSeed };

/** All inputs of the screen except the prices; stored across a reload. */
export const alphaSettingsSchema = v.object({
  selected: v.array(v.picklist(FACTORS.map(({ id }) => id))),
  /** auto: all columns of a table with three assets or more, otherwise one series. */
  mode: v.picklist(["auto", "one", "all"]),
  /** Column of a single series; null for the close. */
  column: v.nullable(v.string()),
  /** Dated news as text. */
  news: v.string(),
  /** Formulas saved as factors; those switched on are computed. */
  formulas: v.array(v.object({ name: v.string(), text: v.string(), on: v.boolean() })),
  /** The formula in the editor. */
  draft: v.string(),
  draftName: v.string(),
  method: v.picklist(valuesOf(METHODS)),
  ...emptied(search),
  /** In percent. */
  holdout: inPercent(holdout),
  ...emptied(numbers),
  /** As typed: comma-separated numbers. */
  momentumPeriods: v.string(),
  horizons: v.string(),
  /** Null: the user's annualization setting. */
  ...emptied({ perYear: annualization }),
});

export type AlphaSettings = v.InferOutput<typeof alphaSettingsSchema>;
export type ChangeSettings = (changes: Partial<AlphaSettings>) => void;

/** Constants used by the factors and their tests. */
export const CONSTANTS = {
  ...v.getDefaults(v.object(numbers)),
  momentumPeriods: FACTOR_DEFAULTS.momentumPeriods.join(", "),
  horizons: FACTOR_DEFAULTS.horizons.join(", "),
  perYear: null,
} satisfies Partial<AlphaSettings>;

export const ALPHA_DEFAULTS: AlphaSettings = {
  selected: FACTORS.map(({ id }) => id),
  mode: "auto",
  column: null,
  news: "",
  formulas: [],
  draft: "",
  draftName: "",
  method: "genetic",
  ...v.getDefaults(v.object(search)),
  holdout: 100 * v.getDefault(holdout),
  ...CONSTANTS,
};

/** The saved formulas that are switched on. */
export const formulasOn = ({ formulas }: Pick<AlphaSettings, "formulas">) => formulas.filter(({ on }) => on);

/** A name not used by any saved formula. */
export function freeName(wanted: string, { formulas }: Pick<AlphaSettings, "formulas">): string {
  const taken = new Set(formulas.map(({ name }) => name));
  const stem = wanted.trim() || "Formula";
  let name = stem;
  for (let i = 2; taken.has(name); i++) name = `${stem} ${i}`;
  return name;
}

/** The numbers of a list as typed; invalid entries are NaN, an empty list has none. */
export const listed = (text: string): number[] =>
  text
    .split(/[,;\s]+/)
    .filter((part) => part !== "")
    .map(Number);

/** Settings that determine the factors: all except those of the editor and the search. */
const ofFactors = ({
  draft: _,
  draftName: __,
  method: ___,
  trials: ____,
  searchSeed: _____,
  holdout: ______,
  depth: _______,
  ...rest
}: AlphaSettings) => ({
  ...rest,
  formulas: formulasOn(rest),
});

/** Whether these settings would change the factors. */
export const settingsChanged = (then: AlphaSettings, now: AlphaSettings): boolean =>
  JSON.stringify(ofFactors(then)) !== JSON.stringify(ofFactors(now));
