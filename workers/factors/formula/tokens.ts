import { because, type Cause, type Count, fail, type Outcome, succeed } from "../../contract";

export interface Token {
  kind: "number" | "name" | "symbol" | "end";
  text: string;
  /** Position of the first character, counted from 1. */
  at: Count;
}

/** Maximum length of a formula. */
const MAX_FORMULA_LENGTH = 2000;

const PATTERN = /\s*(?:((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|(<=|>=|==|!=|[-+*/^<>(),]))/y;

/** An error, with its character position. */
export const wrongAt = (at: Count, cause: Cause) => fail("bad-input", "factors/formulaAt", { at, cause }, { column: String(at) });

/** Splits a formula into numbers, names and symbols. */
export function tokensOf(text: string): Outcome<Token[]> {
  if (text.length > MAX_FORMULA_LENGTH)
    return wrongAt(MAX_FORMULA_LENGTH + 1, because("factors/formulaLong", { most: MAX_FORMULA_LENGTH }));
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < end) {
    const from = PATTERN.lastIndex;
    const found = PATTERN.exec(text);
    if (!found) {
      const at = from + (text.slice(from).length - text.slice(from).trimStart().length);
      return wrongAt(at + 1, because("factors/formulaCharacter", { character: text[at] }));
    }
    const [whole, number, name, symbol] = found;
    const written = number ?? name ?? symbol;
    tokens.push({
      kind: number !== undefined ? "number" : name !== undefined ? "name" : "symbol",
      text: written,
      at: from + whole.length - written.length + 1,
    });
  }
  tokens.push({ kind: "end", text: "", at: end + 1 });
  return succeed(tokens);
}
