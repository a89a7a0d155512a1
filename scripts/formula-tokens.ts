/** Kinds of tokens: among others a mathematical letter, a name (of several letters), a word of prose, a number, a bracket, an operator. */
type TokenKind = "letter" | "name" | "word" | "number" | "open" | "close" | "bar" | "operator" | "big" | "root" | "script" | "post";

export interface Token {
  kind: TokenKind;
  /** As displayed. */
  text: string;
  from: number;
  to: number;
  /** Whether a space precedes it, and whether one follows. */
  spaced: boolean;
  follows: boolean;
}

const GREEK: Record<string, string> = {
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  eta: "η",
  theta: "θ",
  lambda: "λ",
  mu: "μ",
  nu: "ν",
  pi: "π",
  rho: "ρ",
  sigma: "σ",
  tau: "τ",
  phi: "φ",
  chi: "χ",
  omega: "ω",
  Phi: "Φ",
  Gamma: "Γ",
};

const OPERATORS: Record<string, string> = {
  "-": "−",
  "*": "×",
  "<=": "≤",
  ">=": "≥",
  "+-": "±",
  "..": "…",
  "...": "…",
  "~": "∼",
};

/** Names of functions and of operators with a range; any name followed by a bracket is a function too. */
export const FUNCTIONS = new Set([
  "ln",
  "exp",
  "log2",
  "log10",
  "sinh",
  "tr",
  "sd",
  "se",
  "cov",
  "var",
  "corr",
  "argmin",
  "argmax",
  "max",
  "min",
]);

/** Function words, never quantities: an "a" before one of these is a letter. */
export const JOINTS = new Set(["and", "are", "at", "by", "for", "if", "in", "is", "of", "on", "or", "over", "the", "to", "where", "with"]);

/** Digits and signs that are superscripts or subscripts as characters. */
export const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
export const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";
/** A word may be hyphenated (out-of-sample, Ljung–Box), possessive (Student's) or end in digits. */
const WORD =
  /^(?:\p{Script=Latin}{2,}(?:[-–]\p{Script=Latin}{2,})+|\p{Script=Latin}-\p{Script=Latin}{3,}(?:-\p{Script=Latin}{2,})*|\p{Script=Latin}{2,}'s(?!\p{L})|xoshiro256\*\*|\d+-\p{Script=Latin}{2,}|[A-Z]{2,}-\d+|[A-Z]{2,}\.[A-Z]+|\p{Script=Latin}{2,}\d*)/u;
const NUMBER = /^(?:\d+(?:,\d{3})+|\d+(?:\.\d+)?|\.\d+)%?/;
const OPERATOR = /^(?:\.\.\.|\.\.|<=|>=|\+-|\+=|\|\||[-–+−=<>≤≥≠×·*/~≈±…:;,.#%&|?“”"’`→])/;

/** A word of more than one letter as a token; null if there is none. */
function wordAt(rest: string): { kind: TokenKind; text: string; length: number } | null {
  const [found = ""] = WORD.exec(rest) ?? [];
  if (found === "") return null;
  const { length } = found;
  if (found in GREEK) return { kind: "letter", text: GREEK[found], length };
  const [, stem = ""] = /^(\p{L}+)\d+$/u.exec(found) ?? [];
  if (stem in GREEK) return { kind: "letter", text: GREEK[stem], length: stem.length };
  if (found === "sqrt") return { kind: "root", text: "√", length };
  if (found === "sum") return { kind: "big", text: "∑", length };
  if (found === "product") return { kind: "big", text: "∏", length };
  if (FUNCTIONS.has(found)) return { kind: "name", text: found, length };
  return { kind: "word", text: found, length };
}

/** A single letter, a number or a sign. */
function signAt(rest: string): { kind: TokenKind; text: string; length: number } | null {
  const [sign] = rest;
  const [number] = NUMBER.exec(rest) ?? [];
  if (number) return { kind: "number", text: number, length: number.length };
  if (sign === "∑" || sign === "√") return { kind: sign === "√" ? "root" : "big", text: sign, length: 1 };
  if (SUPERSCRIPTS.includes(sign) || SUBSCRIPTS.includes(sign) || "'′!ₜ".includes(sign)) return { kind: "post", text: sign, length: 1 };
  if (/^\p{L}/u.test(rest)) return { kind: "letter", text: sign, length: 1 };
  if ("([{".includes(sign)) return { kind: "open", text: sign, length: 1 };
  if (")]}".includes(sign)) return { kind: "close", text: sign, length: 1 };
  if (sign === "^" || sign === "_") return { kind: "script", text: sign, length: 1 };
  const [operator] = OPERATOR.exec(rest) ?? [];
  if (!operator) return null;
  return { kind: operator.startsWith("|") ? "bar" : "operator", text: OPERATORS[operator] ?? operator, length: operator.length };
}

/** Whether a token can end an operand, and whether one can begin it. */
export const ends = (token: Token | undefined): boolean =>
  token !== undefined && (["letter", "name", "word", "number", "close", "post"].includes(token.kind) || token.text === "…");
export const begins = (token: Token | undefined): boolean =>
  token !== undefined && ["letter", "name", "word", "number", "open", "bar", "big", "root"].includes(token.kind);

/** A token between the ones before and after it. */
interface Place {
  token: Token;
  before: Token | undefined;
  after: Token | undefined;
}

const isJoint = (token: Token | undefined): boolean => JOINTS.has(token?.text ?? "");

/** A star right after an operand, with nothing to multiply it by. */
const isStar = ({ token, before, after }: Place): boolean =>
  token.text === "×" &&
  token.to - token.from === 1 &&
  !token.spaced &&
  ends(before) &&
  (token.follows || after?.kind === "bar" || !begins(after));

/** A plus right after brackets, with nothing to add: (x)+. */
const isPositivePart = ({ token, before, after }: Place): boolean =>
  token.text === "+" && !token.spaced && before?.text === ")" && (token.follows || !after || ",;)".includes(after.text));

/** The letter x between two operands. */
const isTimes = ({ token, before, after }: Place): boolean => {
  const isApart = token.text === "x" && token.spaced && token.follows;
  return isApart && ends(before) && before?.kind !== "post" && begins(after) && !isJoint(before) && !isJoint(after);
};

/** A before a word; in capitals only at the beginning of a sentence. */
const isArticle = ({ token, before, after }: Place): boolean =>
  (token.text === "a" || (token.text === "A" && (!before || before.text === "."))) &&
  token.follows &&
  after?.kind === "word" &&
  !isJoint(after);

/** What tokens are by their neighbors; the first that applies. */
const BY_NEIGHBORS: [(place: Place) => boolean, Partial<Token>][] = [
  [isStar, { kind: "post", text: "*" }],
  [isPositivePart, { kind: "post" }],
  [isTimes, { kind: "operator", text: "×" }],
  [isArticle, { kind: "word" }],
  [({ token, after }) => token.text === "δ" && after?.text === "method", { kind: "word", text: "delta" }],
];

/** Resolves tokens that depend on their neighbors. */
function settle(tokens: Token[]): void {
  tokens.forEach((token, place) => {
    const [before, after] = [tokens[place - 1], tokens[place + 1]];
    const found = BY_NEIGHBORS.find(([applies]) => applies({ token, before, after }));
    Object.assign(token, found?.[1]);
  });
}

/**
 * The tokens of a formula in the notation of `src/ui/README.md` (Formulas).
 * @throws on a sign that is not part of the notation
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const space = /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    at += space;
    if (at >= text.length) break;
    const rest = text.slice(at);
    const found = wordAt(rest) ?? signAt(rest);
    if (!found) throw new Error(`"${rest[0]}" is no sign of a formula, in "${text}"`);
    const to = at + found.length;
    tokens.push({ kind: found.kind, text: found.text, from: at, to, spaced: space > 0, follows: /^\s|^$/.test(text.slice(to, to + 1)) });
    at = to;
  }
  settle(tokens);
  return tokens;
}
