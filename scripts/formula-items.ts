import type { MathNode } from "../workers/formula.ts";
import { begins, ends, JOINTS, SUBSCRIPTS, SUPERSCRIPTS, type Token } from "./formula-tokens.ts";

/** A part of a row: an operand, adjacent words, an operator, or a slash that may become a fraction bar. */
export interface Item {
  kind: "operand" | "words" | "operator" | "slash";
  text: string;
  node: MathNode;
  /** For an operand in brackets, the content of the brackets. */
  inner?: readonly MathNode[];
  /** Starts a sum, a product or a mean over something. */
  big?: boolean;
  from: number;
  to: number;
  spaced: boolean;
  follows: boolean;
}

/** Functions that apply to what follows without brackets. */
const APPLIED = new Set(["ln", "exp", "log2", "log10", "sinh", "tr"]);
const OVER = new Set(["∑", "∏", "mean", "max", "min", "argmax", "argmin"]);
export const THIN: MathNode = ["mtext", "\u2009"];
/** Two index letters in a subscript are separate indices: x_ti. */
const INDICES = /^[ijkmnt]{2}$/;

export const row = (nodes: readonly MathNode[]): MathNode => (nodes.length === 1 ? nodes[0] : ["mrow", nodes]);

const name = (text: string): MathNode => {
  const [, stem = "", digits = ""] = /^(log)(\d+)$/.exec(text) ?? [];
  return digits
    ? [
        "msub",
        [
          ["mi", stem],
          ["mn", digits],
        ],
      ]
    : ["mi", text];
};

/** Whether it is taller than a line of text, which makes the brackets around it grow. */
const isTall = ([tag, content]: MathNode): boolean =>
  tag === "mfrac" || tag === "munder" || (typeof content !== "string" && content.some(isTall));

/** Parses tokens into items. Every method advances `at` past what it has read. */
export class ItemReader {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly source: string,
    /** Lays out a row between brackets: fractions and spaces. */
    private readonly set: (items: readonly Item[], small: boolean) => MathNode[],
  ) {}

  /** All items, or those before a closing bracket or bar, which is not consumed. */
  items(until: "close" | "bar" | null = null): Item[] {
    const items: Item[] = [];
    for (let token = this.tokens[this.at]; token; token = this.tokens[this.at]) {
      if (token.kind === "close" ? until !== null : until === "bar" && token.kind === "bar" && this.closes(token)) return items;
      if (token.kind === "close") throw new Error(`"${token.text}" closes nothing, in "${this.source}"`);
      items.push(this.item(token));
    }
    if (until !== null) throw new Error(`a bracket stays open in "${this.source}"`);
    return items;
  }

  /** Whether a bar closes: after an operand and, if a space precedes it, only before something that cannot start another. */
  private closes(token: Token): boolean {
    const place = this.tokens.indexOf(token);
    if (token.text === "||") return true;
    return ends(this.tokens[place - 1]) && (!token.spaced || !begins(this.tokens[place + 1]));
  }

  private item(token: Token): Item {
    const { text, from, spaced } = token;
    const whole = (kind: Item["kind"], node: MathNode, more: Partial<Item> = {}): Item => {
      const last = this.tokens[this.at - 1];
      return { kind, text, node, from, to: last.to, spaced, follows: last.follows, ...more };
    };
    if (token.kind === "bar" && token.follows && token.spaced && token.text === "|") {
      this.at++;
      return whole("operator", ["mo", text]);
    }
    if (token.kind === "operator") {
      const isSign = !ends(this.tokens[this.at - 1]) || (spaced && !token.follows);
      const form = "−+±".includes(text) && isSign ? "prefix" : undefined;
      this.at++;
      return whole(text === "/" ? "slash" : "operator", form ? ["mo", text, form] : ["mo", text]);
    }
    if (this.isProse(token)) {
      while (this.tokens[this.at] && this.isProse(this.tokens[this.at])) this.at++;
      const words = this.source.slice(from, this.tokens[this.at - 1].to);
      return whole("words", ["mtext", words], { text: words });
    }
    if (OVER.has(text)) {
      const big = this.ranged(token);
      if (big) return whole("operand", big, { big: true });
    }
    const { node, inner } = this.operand();
    return whole("operand", node, inner ? { inner } : {});
  }

  /** Whether this is prose: a word or name without anything attached, or a sum of such (sum of losses). */
  private isProse(token: Token): boolean {
    const place = this.tokens.indexOf(token);
    const after = this.tokens[place + 1];
    if (token.kind === "big") {
      if (this.source.slice(token.from, token.to) === token.text || this.rangeEnd(place) > 0 || after?.text === "_") return false;
      const next = after?.text === "of" ? this.tokens[place + 2] : after;
      return !next || !begins(next) || this.isProse(next);
    }
    if (token.kind !== "word" && token.kind !== "name") return false;
    if (OVER.has(token.text) && this.rangeEnd(place) > 0) return false;
    if (token.kind === "name" && APPLIED.has(token.text) && begins(after) && !JOINTS.has(after?.text ?? "")) return false;
    if (!after || after.spaced) return true;
    return !(after.kind === "script" || after.kind === "post" || after.kind === "open");
  }

  /** Position of the "of" that ends "over i of"; 0 without one. */
  private rangeEnd(at: number): number {
    const [over, first] = this.tokens.slice(at + 1, at + 3);
    if (over?.text !== "over" || !first || !["letter", "bar"].includes(first.kind)) return 0;
    let depth = 0;
    for (let place = at + 2; place < Math.min(this.tokens.length, at + 16); place++) {
      const { kind, text } = this.tokens[place];
      depth += kind === "open" ? 1 : kind === "close" ? -1 : 0;
      if (depth < 0) return 0;
      if (depth === 0 && text === "of") return place;
    }
    return 0;
  }

  /** A sum, mean or maximum with its range; null if the word is none of these. */
  private ranged(token: Token): MathNode | null {
    const isSign = token.kind === "big";
    const base: MathNode = isSign ? ["mo", token.text] : ["mi", token.text];
    const end = this.rangeEnd(this.at);
    if (end > 0) {
      const range = new ItemReader(this.tokens.slice(this.at + 2, end), this.source, this.set);
      this.at = end + 1;
      return ["munder", [base, row(this.set(range.items(), true))]];
    }
    if (!isSign) return null;
    this.at++;
    if (this.tokens[this.at]?.text === "_") {
      this.at++;
      return ["munder", [base, this.script()]];
    }
    if (this.tokens[this.at]?.text === "of") this.at++;
    return base;
  }

  /** An operand with its scripts; if it is just a pair of brackets, with their content. */
  private operand(): { node: MathNode; inner?: readonly MathNode[] } {
    const token = this.tokens[this.at];
    if (!token) throw new Error(`an operand is missing in "${this.source}"`);
    if (token.kind === "root") {
      this.at++;
      const { node, inner } = this.operand();
      return { node: ["msqrt", inner ?? [node]] };
    }
    if (token.kind === "name" && APPLIED.has(token.text) && this.tokens[this.at + 1]?.spaced && begins(this.tokens[this.at + 1])) {
      this.at++;
      const next = this.tokens[this.at];
      const taken = (next.kind === "big" ? this.ranged(next) : null) ?? this.operand().node;
      return { node: ["mrow", [name(token.text), THIN, taken]] };
    }
    const plain = this.base();
    const from = this.at;
    const node = this.scripted(plain.node, token);
    return this.at === from ? plain : { node };
  }

  private base(): { node: MathNode; inner?: readonly MathNode[] } {
    const token = this.tokens[this.at++];
    switch (token.kind) {
      case "number":
        return { node: ["mn", token.text] };
      case "letter":
        return { node: ["mi", token.text] };
      case "name":
      case "word":
        return { node: name(token.text) };
      case "open":
      case "bar": {
        const inner = this.set(this.items(token.kind === "bar" ? "bar" : "close"), false);
        const close = this.tokens[this.at++];
        const isBar = token.kind === "bar";
        const bracket = (text: string): MathNode => (inner.some(isTall) ? ["mo", text] : ["mo", text, "small"]);
        const [first, last] = [token, close].map(({ text }) => bracket(text.replace("||", "‖")));
        const node: MathNode = ["mrow", [first, ...inner, last]];
        return isBar || token.text !== "(" ? { node } : { node, inner };
      }
      default:
        throw new Error(`"${token.text}" is no operand, in "${this.source}"`);
    }
  }

  /** An exponent or index after its sign: one operand, possibly with a minus. */
  private script(): MathNode {
    const sign = this.tokens[this.at];
    const minus = sign?.text === "−" || sign?.text === "×";
    if (minus) this.at++;
    if (sign?.text === "×") return ["mo", "*"];
    const token = this.tokens[this.at];
    if (token?.kind === "word" && INDICES.test(token.text)) {
      this.at++;
      return ["mrow", [...token.text].map((letter): MathNode => ["mi", letter])];
    }
    const { node, inner } = token?.kind === "open" ? this.small() : this.base();
    const body = inner ? row(inner) : node;
    return minus ? ["mrow", [["mo", "−", "prefix"], body]] : body;
  }

  /** The content of brackets in a script, without the brackets. */
  private small(): { node: MathNode; inner: readonly MathNode[] } {
    this.at++;
    const inner = this.set(this.items("close"), true);
    this.at++;
    return { node: row(inner), inner };
  }

  /** The scripts, primes and call brackets after an operand. */
  private scripted(base: MathNode, first: Token): MathNode {
    const low: MathNode[] = [];
    const high: MathNode[] = [];
    const joined = (): MathNode => {
      if (low.length > 0 && high.length > 0) return ["msubsup", [base, row(low), row(high)]];
      if (low.length > 0) return ["msub", [base, row(low)]];
      return high.length > 0 ? ["msup", [base, row(high)]] : base;
    };
    for (let token = this.tokens[this.at]; token && !token.spaced; token = this.tokens[this.at]) {
      const { kind, text } = token;
      if (kind === "script") {
        this.at++;
        (text === "^" ? high : low).push(this.script());
      } else if (kind === "open" && text === "[" && first.kind !== "number" && !(first.kind === "name" && APPLIED.has(first.text))) {
        low.push(this.small().node);
      } else if (kind === "number" && first.kind === "letter" && token.from === first.to) {
        this.at++;
        (first.text === "χ" ? high : low).push(["mn", text]);
      } else if (kind === "post") {
        this.at++;
        if (text === "!") return ["mrow", [joined(), ["mo", "!"]]];
        if (SUBSCRIPTS.includes(text)) low.push(["mn", String(SUBSCRIPTS.indexOf(text))]);
        else if (text === "ₜ") low.push(["mi", "t"]);
        else high.push(highSign(text));
      } else if (
        kind === "open" &&
        text !== "{" &&
        first.kind !== "number" &&
        (first.kind === "letter" || first.kind === "word" || first.kind === "name")
      ) {
        const called: MathNode = ["mrow", [joined(), ["mo", "\u2061"], this.base().node]];
        return this.scripted(called, { ...first, to: -1 });
      } else break;
    }
    return joined();
  }
}

/** The superscript for a sign after an operand. */
function highSign(text: string): MathNode {
  if (text === "'") return ["mo", "′"];
  const place = SUPERSCRIPTS.indexOf(text);
  if (place < 0) return ["mo", text];
  return text === "⁻" ? ["mo", "−", "prefix"] : ["mn", String(place)];
}
