import { because, type Cause, type Count, type Fraction, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { FACTOR_DEFAULTS } from "../definitions";
import { type FormulaAsset, missingColumns } from "../formula/data";
import { COLUMNS, type ColumnName } from "../formula/expression";
import { type FoundFormula, type SearchStatistics, searchFormulas } from "../formula/search";

export interface SearchFormulasInput {
  assets: readonly FormulaAsset[];
  method: "random" | "genetic";
  /** Formulas to try. */
  trials: Count;
  seed: number;
  /** Share of the rows, the newest, that the search does not see. */
  holdout: Fraction;
  /** Parts within each other, at most. */
  depth: Count;
  /** Steps ahead the formulas are tested on. */
  horizon: Count;
  lookback: Count;
}

export interface SearchFormulasOutput {
  /** The best formulas by their information in training, best first. */
  found: FoundFormula[];
  statistics: SearchStatistics;
  columns: ColumnName[];
}

const MAX_TRIALS = 100_000;
const MIN_ROWS = 200;
const isCount = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most;

function invalid({ assets, trials, seed, holdout, depth, horizon, lookback }: SearchFormulasInput): Cause | null {
  if (assets.length === 0 || assets[0].values.length === 0) return because("ingest/enterMarketData");
  const rows = assets[0].values.length;
  if (rows < MIN_ROWS) return because("factors/tooFew", { given: rows, needed: MIN_ROWS });
  if (!isCount(trials, 1, MAX_TRIALS) || !Number.isFinite(seed)) return because("factors/searchTrials", { most: MAX_TRIALS });
  if (!(holdout >= 0.1 && holdout <= 0.6) || !isCount(depth, 1, 5)) return because("factors/searchLimits");
  return isCount(horizon, 1, 250) && isCount(lookback, 20, 5000) ? null : because("factors/factorPeriods");
}

/** Prices a search cannot start from: missing, not finite, or not above 0. */
function badPrice(assets: readonly FormulaAsset[], { arena, kernels }: JobContext): Cause | null {
  for (const { values } of assets) {
    const trouble = arena.scope(() => {
      const column = arena.put(values);
      const odd = kernels.firstNotFinite(column, 0, values.length);
      if (odd >= 0) return because("series/notFinite", { row: odd + 1 });
      const low = kernels.firstNonPositive(column, 0, values.length);
      return low >= 0 ? because("series/nonPositivePrice", { row: low + 1, value: values[low] }) : null;
    });
    if (trouble) return trouble;
  }
  return null;
}

/** Tries seeded random formulas, better ones bred from good ones, and says what the best are worth after so many trials. */
export async function searchFormulasJob(input: SearchFormulasInput, context: JobContext): Promise<Outcome<SearchFormulasOutput>> {
  const trouble = invalid(input) ?? badPrice(input.assets, context);
  if (trouble) return fail("bad-input", "factors/searchFailed", { cause: trouble });
  const { assets, horizon, lookback, ...search } = input;
  const columns = COLUMNS.filter((name) => missingColumns(assets, [name]).length === 0);
  const found = await searchFormulas(context, assets, columns, { ...FACTOR_DEFAULTS, horizon, lookback }, search);
  return found.ok ? succeed({ ...found.value, columns }) : found;
}
