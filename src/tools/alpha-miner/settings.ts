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
  /** null: by the person's setting of annualisation. */
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

export const ALPHA_DEFAULTS: AlphaSettings = { selected: FACTORS.map(({ id }) => id), mode: "auto", column: null, news: "", ...CONSTANTS };

/** The numbers of a list as typed; what is no number is NaN, and an empty list has none. */
export const listed = (text: string): number[] =>
  text
    .split(/[,;\s]+/)
    .filter((part) => part !== "")
    .map(Number);

/** News and names of columns are data: they stay out of links. */
export const sharedSettings = ({ news: _, column: __, ...settings }: AlphaSettings) => settings;
export const contentOf = ({ news, column }: AlphaSettings) => ({ news, column });

/** Whether a run with these settings would be another one. */
export const settingsChanged = (then: AlphaSettings, now: AlphaSettings): boolean => JSON.stringify(then) !== JSON.stringify(now);
