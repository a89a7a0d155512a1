import { type Outcome, succeed } from "../../contract";
import type { SharpeSample } from "../../performance";
import type { JobContext } from "../../runtime/job";
import type { FormulaAsset } from "../formula/data";
import type { ColumnName, Expression } from "../formula/expression";
import { type Proof, proveFormula } from "../formula/prove";
import { type RowRange, TrialBench, type TrialInformation } from "../formula/trial";
import type { FactorSettings } from "../schema";

export interface TryFormulasInput {
  assets: readonly FormulaAsset[];
  columns: readonly ColumnName[];
  settings: FactorSettings;
  expressions: readonly Expression[];
  /** Rows the formulas are judged by. */
  range: RowRange;
  /** Also looks for values that later rows change. */
  prove: boolean;
}

/** What a formula came to over a range of the rows. */
export interface TriedFormula {
  information: TrialInformation;
  sharpe: SharpeSample | null;
  /** Null where none was asked for. */
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
