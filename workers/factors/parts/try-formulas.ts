import { type Outcome, type Range, succeed } from "../../contract";
import type { SharpeSample } from "../../performance";
import type { JobContext } from "../../runtime/job";
import type { FormulaAsset } from "../formula/data";
import type { ColumnName, Expression } from "../formula/expression";
import { type Proof, proveFormula } from "../formula/prove";
import { TrialBench, type TrialInformation } from "../formula/trial";
import type { FactorSettings } from "../schema";

export interface TryFormulasInput {
  assets: readonly FormulaAsset[];
  columns: readonly ColumnName[];
  settings: FactorSettings;
  expressions: readonly Expression[];
  /** Rows on which the formulas are evaluated. */
  range: Range;
  /** Also runs the look-ahead proof. */
  prove: boolean;
}

/** Results of a formula over a range of rows. */
export interface TriedFormula {
  information: TrialInformation;
  sharpe: SharpeSample | null;
  /** Null if not requested. */
  proof: Proof | null;
}

/** Some of the formulas of a search (`search-formulas.ts`), each tried on the same rows. */
export async function tryFormulas(input: TryFormulasInput, context: JobContext): Promise<Outcome<TriedFormula[]>> {
  const { assets, columns, settings, expressions, range, prove } = input;
  const kernels = await context.load("factors");
  return context.arena.scope(() => {
    const bench = new TrialBench(context, kernels, assets, columns, settings);
    return succeed(
      expressions.map((expression): TriedFormula => {
        bench.take(expression);
        const tried = { information: bench.information(range), sharpe: bench.sharpe(range) };
        return { ...tried, proof: prove ? proveFormula(context, kernels, expression, assets, settings.lookback) : null };
      }),
    );
  });
}
