import { because, type Outcome, succeed } from "../../contract";
import {
  BINARY,
  type BinaryOperator,
  COLUMNS,
  type ColumnName,
  type Expression,
  isComparison,
  NEGATIVE_STRENGTH,
  STRENGTH,
} from "./expression";
import { FUNCTIONS, functionNamed } from "./functions";
import { type Token, tokensOf, wrongAt } from "./tokens";

/** Maximum nesting of brackets and calls. */
const DEEPEST = 40;

const isOperator = (text: string): text is BinaryOperator => (BINARY as readonly string[]).includes(text);
const isColumn = (text: string): text is ColumnName => (COLUMNS as readonly string[]).includes(text);

/** The known name closest to an unknown one by edit distance; null if none is close. */
export function nearest(name: string): string | null {
  const names = [...COLUMNS, ...FUNCTIONS.map((one) => one.name)];
  const distances = names.map((known) => ({ known, steps: editSteps(name.toLowerCase(), known) })).sort((a, b) => a.steps - b.steps);
  return distances[0].steps <= Math.max(1, Math.floor(name.length / 3)) ? distances[0].known : null;
}

function editSteps(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

/** Recursive-descent parser for the tokens of a formula. */
class Reader {
  private place = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  get next(): Token {
    return this.tokens[this.place];
  }

  private take(): Token {
    return this.tokens[this.place++];
  }

  /** Parses an expression whose operators have at least precedence `least`. */
  expression(least: number, depth: number): Outcome<Expression> {
    if (depth > DEEPEST) return wrongAt(this.next.at, because("factors/formulaDeep", { most: DEEPEST }));
    const first = this.operand(depth);
    if (!first.ok) return first;
    let left = first.value;
    for (;;) {
      const { text, at, kind } = this.next;
      if (kind !== "symbol" || !isOperator(text) || STRENGTH[text] < least) return succeed(left);
      this.take();
      const right = this.expression(text === "^" ? STRENGTH[text] : STRENGTH[text] + 1, depth + 1);
      if (!right.ok) return right;
      if (isComparison(text) && left.kind === "binary" && isComparison(left.operator))
        return wrongAt(at, because("factors/formulaChained"));
      left = { kind: "binary", operator: text, left, right: right.value, at: left.at };
    }
  }

  private operand(depth: number): Outcome<Expression> {
    const token = this.take();
    if (token.kind === "number") return succeed({ kind: "number", value: Number(token.text), at: token.at });
    if (token.kind === "name") return this.named(token, depth);
    if (token.text === "-" || token.text === "+") {
      const of = this.expression(NEGATIVE_STRENGTH, depth + 1);
      if (!of.ok || token.text === "+") return of;
      const { value } = of;
      return succeed(
        value.kind === "number" ? { ...value, value: -value.value, at: token.at } : { kind: "negative", of: value, at: token.at },
      );
    }
    if (token.text === "(") {
      const inner = this.expression(1, depth + 1);
      if (!inner.ok) return inner;
      if (this.next.text !== ")") return wrongAt(this.next.at, because("factors/formulaUnclosed", { open: token.at }));
      this.take();
      return inner;
    }
    return wrongAt(
      token.at,
      token.kind === "end" ? because("factors/formulaEnds") : because("factors/formulaUnexpected", { text: token.text }),
    );
  }

  private named({ text, at }: Token, depth: number): Outcome<Expression> {
    const called = this.next.text === "(" && this.next.kind === "symbol";
    const name = text.toLowerCase();
    if (!called) {
      if (isColumn(name)) return succeed({ kind: "column", name, at });
      return wrongAt(
        at,
        functionNamed(name)
          ? because("factors/formulaNeedsBrackets", { name })
          : because("factors/formulaUnknown", { name: text, near: nearest(text) }),
      );
    }
    const known = functionNamed(name);
    if (!known)
      return wrongAt(
        at,
        isColumn(name)
          ? because("factors/formulaNoFunction", { name })
          : because("factors/formulaUnknown", { name: text, near: nearest(text) }),
      );
    const open = this.take();
    const values: Expression[] = [];
    while (this.next.text !== ")") {
      const value = this.expression(1, depth + 1);
      if (!value.ok) return value;
      values.push(value.value);
      const after = this.next;
      if (after.text !== "," && after.text !== ")") return wrongAt(after.at, because("factors/formulaUnclosed", { open: open.at }));
      if (after.text === ",") {
        this.take();
        if (this.next.text === ")") return wrongAt(this.next.at, because("factors/formulaUnexpected", { text: ")" }));
      }
    }
    this.take();
    return succeed({ kind: "call", name: known.name, values, at });
  }
}

/** Parses a formula; returns its tree, or the error with its character position. It is never executed as code. */
export function parseFormula(text: string): Outcome<Expression> {
  const tokens = tokensOf(text);
  if (!tokens.ok) return tokens;
  if (tokens.value.length === 1) return wrongAt(1, because("factors/formulaEmpty"));
  const reader = new Reader(tokens.value);
  const whole = reader.expression(1, 0);
  if (!whole.ok) return whole;
  const { next } = reader;
  return next.kind === "end" ? whole : wrongAt(next.at, because("factors/formulaUnexpected", { text: next.text }));
}
