import type { Count } from "../../contract";
import type { Draws } from "../../numerics/draws";
import { type BinaryOperator, type ColumnName, type Expression, partsOf } from "./expression";
import { functionNamed, type Kind, PAIR, WINDOW } from "./functions";

/** Windows and shifts of generated formulas. */
const STEPS = [2, 3, 5, 10, 15, 20, 30, 60] as const;
const POWERS = [0.5, 2] as const;
const OPERATORS: readonly BinaryOperator[] = ["+", "-", "*", "/"];
const COMPARISONS: readonly BinaryOperator[] = ["<", ">"];
const LEAF = 0.15;
/** Maximum number of parts of a formula: longer ones overfit the sample. */
const MAX_PARTS = 24;

/** Building blocks of generated formulas. */
export interface GrammarOptions {
  columns: readonly ColumnName[];
  /** Whether there are several assets, so that formulas may compare them. */
  assets: Count;
  /** Maximum nesting depth. */
  depth: Count;
}

const number = (value: number): Expression => ({ kind: "number", value, at: 1 });
const call = (name: string, values: Expression[]): Expression => ({ kind: "call", name, values, at: 1 });

/** A random formula. */
export function grow(draws: Draws, grammar: GrammarOptions, depth = grammar.depth): Expression {
  if (depth <= 0 || draws.chance(LEAF)) return { kind: "column", name: draws.of(grammar.columns), at: 1 };
  const inner = () => grow(draws, grammar, depth - 1);
  const steps = () => number(draws.of(STEPS));
  const what = draws.index(20);
  if (what < 6) return call(draws.of(Object.keys(WINDOW)), [inner(), steps()]);
  if (what < 8) return call(draws.of(["delta", "delay"]), [inner(), steps()]);
  if (what < 10) return call(draws.of(Object.keys(PAIR)), [inner(), inner(), steps()]);
  if (what < 14) return { kind: "binary", operator: draws.of(OPERATORS), left: inner(), right: inner(), at: 1 };
  if (what < 15) return { kind: "negative", of: inner(), at: 1 };
  if (what < 16) return call(draws.of(grammar.assets > 1 ? ["rank", "scale"] : ["rank"]), [inner()]);
  if (what < 17) return call(draws.of(["log", "abs", "sign"]), [inner()]);
  if (what < 18) return call("signedpower", [inner(), number(draws.of(POWERS))]);
  if (what < 19) return call(draws.of(["min", "max"]), [inner(), inner()]);
  const condition: Expression = { kind: "binary", operator: draws.of(COMPARISONS), left: inner(), right: inner(), at: 1 };
  return call("if", [condition, inner(), inner()]);
}

/** Visits the parts with a value at every step, in order, and replaces them by the result of `change`. */
function visit(expression: Expression, kind: Kind, change: (part: Expression) => Expression | null): Expression {
  if (kind === "series" && expression.kind !== "number") {
    const changed = change(expression);
    if (changed) return changed;
  }
  switch (expression.kind) {
    case "negative":
      return { ...expression, of: visit(expression.of, "series", change) };
    case "binary":
      return { ...expression, left: visit(expression.left, "series", change), right: visit(expression.right, "series", change) };
    case "call": {
      const takes = functionNamed(expression.name)?.takes ?? [];
      return { ...expression, values: expression.values.map((value, i) => visit(value, takes[i], change)) };
    }
    default:
      return expression;
  }
}

function seriesParts(expression: Expression): Expression[] {
  const parts: Expression[] = [];
  visit(expression, "series", (part) => {
    parts.push(part);
    return null;
  });
  return parts;
}

/** The formula with a randomly chosen part replaced. */
function replaced(draws: Draws, expression: Expression, by: (part: Expression) => Expression): Expression {
  const target = draws.index(seriesParts(expression).length);
  let place = 0;
  return visit(expression, "series", (part) => (place++ === target ? by(part) : null));
}

const ofBearableSize = (child: Expression, parent: Expression): Expression => (partsOf(child).length <= MAX_PARTS ? child : parent);

/** Mutation: a formula with a part regenerated. */
export const mutated = (draws: Draws, grammar: GrammarOptions, parent: Expression): Expression =>
  ofBearableSize(
    replaced(draws, parent, () => grow(draws, grammar, Math.min(2, grammar.depth))),
    parent,
  );

/** Crossover: a formula with a part of another one. */
export const crossed = (draws: Draws, parent: Expression, other: Expression): Expression => {
  const part = draws.of(seriesParts(other));
  return ofBearableSize(
    replaced(draws, parent, () => part),
    parent,
  );
};
