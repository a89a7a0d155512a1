import type * as v from "valibot";
import { because, type Cause, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { type FormulaAsset, missingColumns } from "../formula/data";
import { COLUMNS, type ColumnName } from "../formula/expression";
import { type FoundFormula, type SearchStatistics, searchFormulas } from "../formula/search";
import { FACTOR_DEFAULTS, searchSchema } from "../schema";

export interface SearchFormulasInput extends v.InferInput<typeof searchSchema> {
  assets: readonly FormulaAsset[];
  method: "random" | "genetic";
}

export interface SearchFormulasOutput {
  /** The best formulas by training information, best first. */
  found: FoundFormula[];
  statistics: SearchStatistics;
  columns: ColumnName[];
}

const MIN_ROWS = 200;

/** Why prices cannot be searched: missing, not finite, or not above 0. */
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

/** Tries seeded random formulas with a genetic algorithm, and deflates the best for the number of trials. */
export async function searchFormulasJob(input: SearchFormulasInput, context: JobContext): Promise<Outcome<SearchFormulasOutput>> {
  const refuse = (cause: Cause) => fail("bad-input", "factors/searchFailed", { cause });
  const { assets, method } = input;
  const rows = assets[0]?.values.length ?? 0;
  if (rows === 0) return refuse(because("ingest/enterMarketData"));
  if (rows < MIN_ROWS) return refuse(because("factors/tooFew", { given: rows, needed: MIN_ROWS }));
  const asked = readSettings(searchSchema, input);
  if (asked.refusal !== null) return refuse(asked.refusal);
  const trouble = badPrice(assets, context);
  if (trouble) return refuse(trouble);
  const { horizon, lookback, ...search } = asked.settings;
  const columns = COLUMNS.filter((name) => missingColumns(assets, [name]).length === 0);
  const found = await searchFormulas(context, assets, columns, { ...FACTOR_DEFAULTS, horizon, lookback }, { ...search, method });
  return found.ok ? succeed({ ...found.value, columns }) : found;
}
