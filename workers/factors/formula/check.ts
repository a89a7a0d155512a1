import { because, type Cause, type Count, type Outcome, succeed } from "../../contract";
import { type ColumnName, type Expression, isComparison, partsOf } from "./expression";
import { functionNamed, type Kind } from "./functions";
import { wrongAt } from "./tokens";

/** The longest window or shift of a formula. */
export const MAX_STEPS = 2000;

type Type = "series" | "number" | "condition";

const wrong = (at: Count, cause: Cause): Outcome<never> => wrongAt(at, cause);

/** The value of a constant expression; null if it depends on the series. */
export function constantOf(expression: Expression): number | null {
  if (expression.kind === "number") return expression.value;
  if (expression.kind === "negative") {
    const value = constantOf(expression.of);
    return value === null ? null : -value;
  }
  if (expression.kind !== "binary") return null;
  const [left, right] = [constantOf(expression.left), constantOf(expression.right)];
  if (left === null || right === null) return null;
  switch (expression.operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "^":
      return left ** right;
    default:
      return null;
  }
}

function typeOf(expression: Expression): Outcome<Type> {
  switch (expression.kind) {
    case "number":
      return succeed("number");
    case "column":
      return succeed("series");
    case "negative": {
      const of = typeOf(expression.of);
      return of.ok && of.value === "condition" ? wrong(expression.of.at, because("factors/formulaCondition")) : of;
    }
    case "binary": {
      const { left, right, operator } = expression;
      const types: Type[] = [];
      for (const part of [left, right]) {
        const type = typeOf(part);
        if (!type.ok) return type;
        if (type.value === "condition") return wrong(part.at, because("factors/formulaCondition"));
        types.push(type.value);
      }
      if (isComparison(operator)) return succeed("condition");
      return succeed(types.includes("series") ? "series" : "number");
    }
    case "call":
      return typeOfCall(expression);
  }
}

function typeOfCall({ name, values, at }: Extract<Expression, { kind: "call" }>): Outcome<Type> {
  const known = functionNamed(name);
  if (!known) return wrong(at, because("factors/formulaUnknown", { name, near: null }));
  const { takes } = known;
  if (values.length !== takes.length)
    return wrong(at, because("factors/formulaCount", { name, wanted: takes.length, given: values.length }));
  for (const [i, value] of values.entries()) {
    const type = typeOf(value);
    if (!type.ok) return type;
    const trouble = misfit(value, type.value, takes[i], known.leastSteps ?? 1);
    if (trouble) return wrong(value.at, trouble);
  }
  return succeed("series");
}

/** Why a value does not have the expected kind; null if it does. */
function misfit(value: Expression, type: Type, kind: Kind, leastSteps: Count): Cause | null {
  if (kind === "condition") return type === "condition" ? null : because("factors/formulaNoCondition");
  if (type === "condition") return because("factors/formulaCondition");
  if (kind === "series") return null;
  const number = constantOf(value);
  if (number === null || !Number.isFinite(number))
    return kind === "number" ? because("factors/formulaNumber") : because("factors/formulaSteps", { least: leastSteps, most: MAX_STEPS });
  if (kind === "number") return null;
  if (!Number.isInteger(number) || Math.abs(number) > MAX_STEPS)
    return because("factors/formulaSteps", { least: leastSteps, most: MAX_STEPS });
  // A negative shift is allowed here: the look-ahead proof will report it, with the row.
  return kind === "steps" && number < leastSteps ? because("factors/formulaSteps", { least: leastSteps, most: MAX_STEPS }) : null;
}

/** Checks that every part of a formula has the kind its position requires, and the whole is a series. */
export function typeChecked(expression: Expression): Outcome<Expression> {
  const type = typeOf(expression);
  if (!type.ok) return type;
  if (type.value === "condition") return wrong(expression.at, because("factors/formulaCondition"));
  return type.value === "number" ? wrong(expression.at, because("factors/formulaConstant")) : succeed(expression);
}

/** The columns a formula reads. */
export const columnsOf = (expression: Expression): ColumnName[] => [
  ...new Set(partsOf(expression).flatMap((part) => (part.kind === "column" ? [part.name] : []))),
];

/** Minimum number of steps before the first value of a formula: nested windows and shifts add up. */
export function reachOf(expression: Expression): Count {
  switch (expression.kind) {
    case "negative":
      return reachOf(expression.of);
    case "binary":
      return Math.max(reachOf(expression.left), reachOf(expression.right));
    case "call": {
      const takes = functionNamed(expression.name)?.takes ?? [];
      const own = expression.values.map((value, i) => {
        if (takes[i] === "steps") return (constantOf(value) ?? 1) - 1;
        return takes[i] === "shift" ? Math.max(0, constantOf(value) ?? 0) : 0;
      });
      return Math.max(0, ...expression.values.map(reachOf)) + Math.max(0, ...own);
    }
    case "column":
      return expression.name === "returns" ? 1 : 0;
    default:
      return 0;
  }
}
