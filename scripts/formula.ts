import type { Formula, FormulaPiece, MathNode } from "../workers/formula.ts";
import { type Item, ItemReader, row, THIN } from "./formula-items.ts";
import { JOINTS, type Token, tokensOf } from "./formula-tokens.ts";

/** Where the operand of a fraction ends. */
const SEPARATORS = new Set(["=", "+", "−", "×", "·", "±", "<", ">", "≤", "≥", "≠", "∼", "≈", ",", ":", "|", "…", "+="]);
/** Words that make an operand beside a slash ambiguous: the mean of a quotient is not a quotient of means. */
const COLLECTIVE = /^(mean|sum|product|min|max|median|root) /;
const isSeparator = ({ kind, text }: Item): boolean => kind === "slash" || (kind === "operator" && SEPARATORS.has(text));
/** A longer line does not fit on a phone. */
const MAX_LETTERS = 46;
/** More words than this are a sentence, even beside an operator. */
const MAX_WORDS = 4;
/** A piece of this length is broken at the next operator. */
const PIECE = 18;
/** Punctuation that may also occur between words. */
const MARKS = ',:.–“”"’`';
const BREAKS = /^[=<>≤≥∼+−×·]$/;

const isWord = (item: Item | undefined): boolean => item?.kind === "words";
const wordsIn = (text: string): number => text.split(/\s+/).length;
const isNamed = ({ kind, text, node }: Item): boolean =>
  kind === "operand" && /^[A-Z]$/.test(text) && (node[0] === "mi" || node[0] === "mrow");

/** The nodes of adjacent items, with a thin space where the text has a space between operands. */
function beside(items: readonly Item[]): MathNode[] {
  return items.flatMap((item, place) => {
    const before = items[place - 1];
    const both = before && [before, item].every(({ kind }) => kind === "operand" || kind === "words");
    return both && item.spaced ? [THIN, item.node] : [item.node];
  });
}

const fraction = (over: readonly Item[], under: readonly Item[]): Item => {
  const side = (items: readonly Item[]) => (items.length === 1 && items[0].inner ? row(items[0].inner) : row(beside(items)));
  const last = under[under.length - 1];
  return {
    kind: "operand",
    text: "",
    node: ["mfrac", [side(over), side(under)]],
    from: over[0].from,
    to: last.to,
    spaced: over[0].spaced,
    follows: last.follows,
  };
};

const isTight = ({ kind, spaced, follows }: Item): boolean => kind === "slash" && !spaced && !follows;

/** 1/n without spaces is a fraction of its two neighbors; R/S is a name. */
function tight(items: readonly Item[]): Item[] {
  const found: Item[] = [];
  for (let place = 0; place < items.length; place++) {
    const [slash, after] = [items[place], items[place + 1]];
    const before = found[found.length - 1];
    const chained = [items[place - 2], items[place + 2]].some((item) => item && isTight(item));
    const operands = [before, after].every((item) => item?.kind === "operand");
    if (!isTight(slash) || !operands || chained) {
      found.push(slash);
      continue;
    }
    const named = isNamed(before) && isNamed(after);
    found.splice(
      -1,
      1,
      named ? { ...after, node: ["mrow", [before.node, slash.node, after.node]], from: before.from } : fraction([before], [after]),
    );
    place++;
  }
  return found;
}

/** Start of the operand before a slash. */
function beginOf(items: readonly Item[], slash: number): number {
  let from = slash;
  while (from > 0 && !isSeparator(items[from - 1])) {
    const [item, next] = [items[from - 1], items[from]];
    // Words before a mathematical numerator are not part of it, unless they end in "of".
    if (isWord(item) && !isWord(next) && !isWord(items[slash - 1]) && !/\bof$/.test(item.text)) break;
    from--;
  }
  return from;
}

/** End of the operand after a slash. */
function endOf(items: readonly Item[], slash: number): number {
  let to = slash + 1;
  while (to < items.length && !isSeparator(items[to])) {
    if (isWord(items[to]) && to > slash + 1 && !isWord(items[to - 1])) break;
    if (!isWord(items[to]) && isWord(items[to - 1]) && !/\bof$/.test(items[to - 1].text)) break;
    to++;
  }
  return to;
}

/** What stands over and under a slash, and on both sides of that. */
interface Slash {
  over: readonly Item[];
  under: readonly Item[];
  before: Item | undefined;
  after: Item | undefined;
  isSentence: boolean;
}

const isLong = (items: readonly Item[]): boolean => items[items.length - 1].to - items[0].from > MAX_LETTERS;
const isCollective = ([first, ...others]: readonly Item[]): boolean =>
  isWord(first) && COLLECTIVE.test(others.length > 0 ? `${first.text} ` : first.text);
const isPlain = ([first, ...others]: readonly Item[]): boolean =>
  others.length === 0 && (/^\w$/.test(first.text) || first.node[0] === "mn");

/** Each way in which a slash between operands has more than one reading. */
const UNCLEAR: ((slash: Slash) => boolean)[] = [
  ({ over, under: [start] }) => isCollective(over) && !start.big && !COLLECTIVE.test(start.text),
  ({ over }) => isWord(over[0]) && /\bof$/.test(over[0].text) && over.length > 1,
  ({ over, under, after }) => over.some(({ big }) => big) && (after?.text === "×" || !endsSum(under)),
  // Without brackets, it is unclear how much of a product after a slash is the denominator.
  ({ under }) => !under[0].big && !isWord(under[0]) && under.length > 1,
  // After a comma in a sentence, words belong to the sentence.
  ({ over, before, isSentence }) => over.some(isWord) && before?.text === "," && isSentence,
  // Words as a denominator would extend into what follows: value n years earlier.
  ({ under, after }) => isWord(under[under.length - 1]) && after?.kind === "operand",
  ({ over, under }) => (over.some(isWord) && isLong(over)) || (isWord(under[0]) && isLong(under)),
];

/** Whether a denominator can only be that of a whole sum. */
const endsSum = (under: readonly Item[]): boolean => under[0].big === true || isPlain(under) || COLLECTIVE.test(under[0].text);

/** Whether a slash has only one possible reading. */
function isClear(slash: Slash): boolean {
  const { over, under } = slash;
  const areOperands = over.length > 0 && under.length > 0 && ![...over, ...under].some(({ kind }) => kind === "operator");
  return areOperands && !UNCLEAR.some((applies) => applies(slash));
}

/** "a b / c" with spaces is a fraction of the whole products, if that is the only reading. */
function loose(items: readonly Item[], isSentence: boolean): Item[] {
  for (let slash = items.findIndex(({ kind }) => kind === "slash"); slash >= 0; ) {
    const [from, to] = [beginOf(items, slash), endOf(items, slash)];
    const [over, under] = [items.slice(from, slash), items.slice(slash + 1, to)];
    const chained = items[from - 1]?.kind === "slash" || items[to]?.kind === "slash";
    if (!chained && !isTight(items[slash]) && isClear({ over, under, before: items[from - 1], after: items[to], isSentence })) {
      const made = [...items.slice(0, from), fraction(over, under), ...items.slice(to)];
      return loose(made, isSentence);
    }
    const next = items.slice(slash + 1).findIndex(({ kind }) => kind === "slash");
    slash = next < 0 ? -1 : slash + 1 + next;
  }
  return [...items];
}

/** Items in brackets or scripts as nodes. In a script, fractions stay on the line. */
const set = (items: readonly Item[], small: boolean): MathNode[] => beside(small ? items : loose(tight(items), false));

/** Whether an item is shown as text rather than mathematics: words without an operator beside them, sentences, and what is among them. */
function isText(items: readonly Item[], place: number): boolean {
  const { kind, text } = items[place];
  const [before, after] = [items[place - 1], items[place + 1]];
  if (kind === "operand") return false;
  if (kind === "words") {
    const isOperator = (item: Item | undefined) =>
      item !== undefined && (item.kind === "operator" || item.kind === "slash") && !MARKS.includes(item.text) && item.text !== "…";
    if (wordsIn(text) > MAX_WORDS || JOINTS.has(text.split(" ")[0])) return true;
    // k ln n − 2 LL: a name in capitals is a factor.
    return !(
      isOperator(before) ||
      (isOperator(after) && after?.node[2] !== "prefix") ||
      (before?.kind === "operand" && /^[A-Z]{2,}$/.test(text))
    );
  }
  if (text === "…") return [before, after].every((item) => item === undefined || isWord(item));
  if (MARKS.includes(text)) return !before || isWord(before) ? !before || isText(items, place - 1) : false;
  const wordy = (other: number) => isWord(items[other]) && isText(items, other);
  return kind === "slash" && (wordy(place - 1) || wordy(place + 1));
}

/** The pieces of a clause: text, and mathematics cut where a line may break. */
function piecesOf(items: readonly Item[], source: string, end: number): FormulaPiece[] {
  const pieces: FormulaPiece[] = [];
  let run: Item[] = [];
  let words = false;
  const close = (to: number) => {
    if (run.length === 0) return;
    const text = source.slice(run[0].from, to).trim();
    const nodes = words ? [] : beside(run);
    const [first] = nodes;
    const isJoined = !words && run[0].kind === "operator" && first[0] === "mo" && !first[2] && pieces.length > 0;
    pieces.push(words ? text : [text, ...(isJoined ? [["mo", first[1] as string, "infix"] as const, ...nodes.slice(1)] : nodes)]);
    run = [];
  };
  items.forEach((item, place) => {
    const own = isText(items, place);
    const length = run.length > 0 ? item.from - run[0].from : 0;
    const breaks = !own && (items[place - 1]?.text === "," || (length > PIECE && BREAKS.test(item.text) && item.node[2] !== "prefix"));
    if (run.length > 0 && (own !== words || breaks)) close(item.from);
    words = own;
    run.push(item);
  });
  close(end);
  return pieces;
}

/** Clauses are separated by semicolons and sentence ends. */
function clauses(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [[]];
  let depth = 0;
  tokens.forEach((token, place) => {
    depth += token.kind === "open" ? 1 : token.kind === "close" ? -1 : 0;
    const next = tokens[place + 1];
    const isSentence = token.text === "." && token.follows && next !== undefined;
    found[found.length - 1].push(token);
    if (depth === 0 && (token.text === ";" || isSentence) && next) found.push([]);
  });
  return found;
}

/**
 * A formula's text as lines of text and mathematics, or null if it contains no mathematics. The notation is in `src/ui/README.md`
 * (Formulas).
 * @throws if the text is not in that notation: an unknown sign, an unmatched bracket
 */
export function formulaOf(text: string): Formula | null {
  const source = text.replace(/\s+/g, " ").trim();
  const lines = clauses(tokensOf(source)).map((tokens) => {
    const last = tokens[tokens.length - 1];
    const mark = last.text === ";" || last.text === "." ? last.text : "";
    const body = mark && tokens.length > 1 ? tokens.slice(0, -1) : tokens;
    const items = loose(tight(new ItemReader(body, source, set).items()), true);
    const pieces = piecesOf(items, source, body[body.length - 1].to);
    return mark && body !== tokens ? [...pieces, mark] : pieces;
  });
  return lines.some((line) => line.some((piece) => typeof piece !== "string")) ? lines : null;
}
