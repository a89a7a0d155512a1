import * as v from "valibot";

const figure = v.nullable(v.pipe(v.number(), v.finite()));

/** The factors of the specification; their sample figures stand there until there are real ones. */
export const FACTORS = [
  { id: 1, name: "Price Momentum", category: "Technical", sample: 0.85, needs: null },
  { id: 2, name: "Volume Trend", category: "Technical", sample: 0.78, needs: "volume" },
  { id: 3, name: "Sentiment Score", category: "Alternative", sample: 0.92, needs: "news" },
  { id: 4, name: "News Impact", category: "Alternative", sample: 0.88, needs: "news" },
  { id: 5, name: "Volatility Regime", category: "Risk", sample: 0.82, needs: null },
] as const;
export type FactorNumber = (typeof FACTORS)[number]["id"];

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
  trials: figure,
  searchSeed: figure,
  /** In percent. */
  holdout: figure,
  depth: figure,
  lookback: figure,
  volatilityWindow: figure,
  /** As typed: numbers between commas. */
  momentumPeriods: v.string(),
  volumeWindow: figure,
  newsHalfLife: figure,
  fewestPoints: figure,
  chartPoints: figure,
  horizon: figure,
  /** As typed. */
  horizons: v.string(),
  window: figure,
  buckets: figure,
  correlationThreshold: figure,
  permutations: figure,
  seed: figure,
  /** null: by the person's setting of annualization. */
  perYear: figure,
});

export type AlphaSettings = v.InferOutput<typeof alphaSettingsSchema>;
export type ChangeSettings = (changes: Partial<AlphaSettings>) => void;

/** What the factors and their tests go by. */
export const CONSTANTS = {
  lookback: 252,
  volatilityWindow: 22,
  momentumPeriods: "5, 10, 21, 63, 126",
  volumeWindow: 20,
  newsHalfLife: 5,
  fewestPoints: 100,
  chartPoints: 30,
  horizon: 5,
  horizons: "1, 5, 10, 21",
  window: 63,
  buckets: 5,
  correlationThreshold: 0.7,
  permutations: 999,
  seed: 1,
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
  trials: 500,
  searchSeed: 1,
  holdout: 30,
  depth: 3,
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

/** What the factors are made by: all but the editor and the search. */
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
