import type { Count } from "../../contract";

export const COLUMNS = ["open", "high", "low", "close", "volume", "returns"] as const;
export type ColumnName = (typeof COLUMNS)[number];

export const BINARY = ["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!="] as const;
export type BinaryOperator = (typeof BINARY)[number];

/** A formula as a tree; `at` is the position of its first character in the text, counted from 1. */
export type Expression =
  | { kind: "number"; value: number; at: Count }
  | { kind: "column"; name: ColumnName; at: Count }
  | { kind: "negative"; of: Expression; at: Count }
  | { kind: "binary"; operator: BinaryOperator; left: Expression; right: Expression; at: Count }
  | { kind: "call"; name: string; values: Expression[]; at: Count };

/** Operator precedence; all but ^ are left-associative. */
export const STRENGTH: Record<BinaryOperator, number> = {
  "<": 1,
  "<=": 1,
  ">": 1,
  ">=": 1,
  "==": 1,
  "!=": 1,
  "+": 2,
  "-": 2,
  "*": 3,
  "/": 3,
  "^": 5,
};
/** Between * and ^: -x ^ 2 is -(x ^ 2). */
export const NEGATIVE_STRENGTH = 4;

export const isComparison = (operator: BinaryOperator): boolean => STRENGTH[operator] === 1;

const strengthOf = (expression: Expression): number => {
  if (expression.kind === "binary") return STRENGTH[expression.operator];
  if (expression.kind === "negative" || (expression.kind === "number" && expression.value < 0)) return NEGATIVE_STRENGTH;
  return 9;
};

/** The text of a formula, with the minimum of brackets: parsing it gives the same tree. */
export function written(expression: Expression): string {
  const bracketed = (part: Expression, least: number) => (strengthOf(part) < least ? `(${written(part)})` : written(part));
  switch (expression.kind) {
    case "number":
      return String(expression.value);
    case "column":
      return expression.name;
    case "negative":
      return `-${bracketed(expression.of, NEGATIVE_STRENGTH)}`;
    case "binary": {
      const strength = STRENGTH[expression.operator];
      const fromRight = expression.operator === "^";
      const left = bracketed(expression.left, strength + (fromRight || strength === 1 ? 1 : 0));
      const right = bracketed(expression.right, strength + (fromRight ? 0 : 1));
      return `${left} ${expression.operator} ${right}`;
    }
    case "call":
      return `${expression.name}(${expression.values.map(written).join(", ")})`;
  }
}

/** The parts of a formula, including itself, which comes first. */
export function partsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case "negative":
      return [expression, ...partsOf(expression.of)];
    case "binary":
      return [expression, ...partsOf(expression.left), ...partsOf(expression.right)];
    case "call":
      return [expression, ...expression.values.flatMap(partsOf)];
    default:
      return [expression];
  }
}
