import * as v from "valibot";
import { FACTOR_DEFAULTS, FACTORS, factorEntries, searchEntries } from "../../../workers/factors/schema";
import { emptied, inPercent } from "../../../workers/runtime/schema";

const { momentumPeriods, horizons, annualization, ...numbers } = factorEntries;
const { trials, depth, holdout, seed: searchSeed } = searchEntries;
const search = { trials, depth, searchSeed };

/** Every input of the screen but the prices; kept over a reload. */
export const alphaSettingsSchema = v.object({
  selected: v.array(v.picklist(FACTORS.map(({ id }) => id))),
  /** auto: all columns of a table with three assets or more, else one series. */
  mode: v.picklist(["auto", "one", "all"]),
  /** The column of a single series; null for the closes. */
  column: v.nullable(v.string()),
  /** Dated news as text. */
  news: v.string(),
  /** Formulas kept as factors; those that are on are made. */
  formulas: v.array(v.object({ name: v.string(), text: v.string(), on: v.boolean() })),
  /** The formula in the editor. */
  draft: v.string(),
  draftName: v.string(),
  method: v.picklist(["genetic", "random"]),
  ...emptied(search),
  /** In percent. */
  holdout: inPercent(holdout),
  ...emptied(numbers),
  /** As typed: numbers between commas. */
  momentumPeriods: v.string(),
  horizons: v.string(),
  /** null: by the user's setting of annualization. */
  ...emptied({ perYear: annualization }),
});

export type AlphaSettings = v.InferOutput<typeof alphaSettingsSchema>;
export type ChangeSettings = (changes: Partial<AlphaSettings>) => void;

/** What the factors and their tests go by. */
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

/** The kept formulas that are made factors of. */
export const formulasOn = ({ formulas }: Pick<AlphaSettings, "formulas">) => formulas.filter(({ on }) => on);

/** A name no kept formula has yet. */
export function freeName(wanted: string, { formulas }: Pick<AlphaSettings, "formulas">): string {
  const taken = new Set(formulas.map(({ name }) => name));
  const stem = wanted.trim() || "Formula";
  let name = stem;
  for (let i = 2; taken.has(name); i++) name = `${stem} ${i}`;
  return name;
}

/** The numbers of a list as typed; what is no number is NaN, and an empty list has none. */
export const listed = (text: string): number[] =>
  text
    .split(/[,;\s]+/)
    .filter((part) => part !== "")
    .map(Number);

/** Settings that determine the factors: all but the editor's and the search's. */
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

/** Whether factors made with these settings would be others. */
export const settingsChanged = (then: AlphaSettings, now: AlphaSettings): boolean =>
  JSON.stringify(ofFactors(then)) !== JSON.stringify(ofFactors(now));
