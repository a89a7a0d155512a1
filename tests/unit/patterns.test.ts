import { readdirSync, readFileSync } from "node:fs";
import { parse } from "regjsparser";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

/** A node of a pattern, as returned by the parser. */
interface Node {
  type: string;
  raw: string;
  min?: number;
  max?: number;
  kind?: string;
  behavior?: string;
  body?: Node | Node[];
}

/** Patterns used only on short input, with the reason; all others must run in linear time. */
const SHORT: Record<string, string> = {
  "\\d+$": "the name of a parameter",
  "^<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([\\w.:-]{1,40})[\"']": "the first 200 bytes of a feed",
  "\\/+$": "an endpoint, which its schema bounds",
};
/** Characters that distinguish sets: all of one byte, and some beyond. */
const SIGNS = [...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)), "\u2028", "\ufeff", "é", "漢", "−"];

const listOf = (body: Node["body"]): Node[] => (body === undefined ? [] : Array.isArray(body) ? body : [body]);
const isUnbounded = ({ type, max }: Node) => type === "quantifier" && (max === undefined || max === null);
const isGroup = ({ type }: Node) => type === "group" || type === "alternative" || type === "disjunction";

/** Characters that can occur anywhere in a match of the node. */
function setOf(node: Node, flags: string): Set<string> {
  if (isGroup(node) || node.type === "quantifier") return new Set(listOf(node.body).flatMap((part) => [...setOf(part, flags)]));
  if (node.type === "anchor" || node.type === "reference") return new Set();
  const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
  return new Set(SIGNS.filter((sign) => one.test(sign)));
}
const overlap = (a: Set<string>, b: Set<string>) => [...a].some((sign) => b.has(sign));
const isLookaround = ({ type, behavior }: Node) => type === "group" && /look|behind|ahead/i.test(behavior ?? "");
const canBeEmpty = (node: Node): boolean => {
  if (node.type === "quantifier") return (node.min ?? 0) === 0 || listOf(node.body).every(canBeEmpty);
  if (node.type === "disjunction") return listOf(node.body).some(canBeEmpty);
  return isGroup(node) ? isLookaround(node) || listOf(node.body).every(canBeEmpty) : node.type === "anchor";
};

/** Sequences of a pattern: itself, and those within it. */
function* sequencesOf(node: Node): Generator<Node[]> {
  if (node.type === "alternative") yield listOf(node.body);
  else if (node.type === "group" && listOf(node.body).length > 1) yield listOf(node.body);
  for (const part of listOf(node.body)) yield* sequencesOf(part);
}
function* partsOf(node: Node): Generator<Node> {
  yield node;
  for (const part of listOf(node.body)) yield* partsOf(part);
}

/** Characters a match of the node can begin with. */
function firstOf(node: Node, flags: string): Set<string> {
  if (node.type === "quantifier" || node.type === "disjunction") {
    return new Set(listOf(node.body).flatMap((part) => [...firstOf(part, flags)]));
  }
  if (!isGroup(node)) return setOf(node, flags);
  const found = new Set<string>();
  for (const part of listOf(node.body)) {
    for (const sign of firstOf(part, flags)) found.add(sign);
    if (!canBeEmpty(part)) break;
  }
  return found;
}

/** A sequence without the brackets that only mark a part of it. */
const opened = (terms: Node[]): Node[] =>
  terms.flatMap((term) => {
    const [inner, ...others] = listOf(term.body);
    if (term.type !== "group" || isLookaround(term) || inner?.type === "disjunction") return [term];
    return opened(inner?.type === "alternative" && others.length === 0 ? listOf(inner.body) : listOf(term.body));
  });

/** Two repetitions that can split a run of characters in many ways. */
function adjacent(terms: Node[], flags: string): string | null {
  for (const [at, first] of terms.entries()) {
    if (!isUnbounded(first)) continue;
    const own = setOf(first, flags);
    for (const second of terms.slice(at + 1)) {
      if (isUnbounded(second) && overlap(own, firstOf(second, flags))) return `${first.raw} beside ${second.raw}`;
      // A mandatory part with other characters separates the two.
      if (!canBeEmpty(second) && !overlap(own, setOf(second, flags))) break;
    }
  }
  return null;
}

/** A nested repetition without a delimiter between iterations. */
function nested(node: Node, flags: string): string | null {
  if (!isUnbounded(node)) return null;
  for (const inner of listOf(node.body).flatMap((part) => [...partsOf(part)])) {
    if (!isUnbounded(inner)) continue;
    const own = setOf(inner, flags);
    const within = listOf(node.body).flatMap((part) => [...sequencesOf(part)]);
    const parted = within.some((terms) => terms.some((term) => term !== inner && !canBeEmpty(term) && !overlap(own, setOf(term, flags))));
    if (!parted) return `${inner.raw} within ${node.raw}`;
  }
  return null;
}

/** A repetition retried at every character of its run, because the pattern may begin anywhere and requires something after it. */
function restarted(terms: Node[], flags: string): string | null {
  if (flags.includes("y") || terms[0]?.type === "anchor" || (terms[0] && isLookaround(terms[0]))) return null;
  const at = terms.findIndex(isUnbounded);
  if (at < 0 || terms.slice(at + 1).every((term) => term.type !== "anchor" && canBeEmpty(term))) return null;
  const own = setOf(terms[at], flags);
  const before = terms.slice(0, at);
  return before.every((term) => canBeEmpty(term) || overlap(own, setOf(term, flags))) ? `${terms[at].raw} from anywhere` : null;
}

/** Why a pattern may take superlinear time; null if no reason was found. */
function trouble(pattern: string, flags: string): string | null {
  const tree = parse(pattern, flags.includes("u") ? "u" : "", { namedGroups: true, lookbehind: true, unicodePropertyEscape: true }) as Node;
  const branches = tree.type === "disjunction" ? listOf(tree.body) : [tree];
  const top = branches.map((branch) => (branch.type === "alternative" ? listOf(branch.body) : [branch]));
  const all = [...sequencesOf(tree)];
  return (
    [...all, ...top].map((terms) => adjacent(opened(terms), flags)).find((found) => found !== null) ??
    [...partsOf(tree)].map((part) => nested(part, flags)).find((found) => found !== null) ??
    top.map((terms) => restarted(opened(terms), flags)).find((found) => found !== null) ??
    null
  );
}

/** Every pattern written down in a source text. */
function patternsOf(source: string): { pattern: string; flags: string }[] {
  const found: { pattern: string; flags: string }[] = [];
  JSON.stringify(parseSync("source.ts", source).program, (_, value) => {
    if (value?.type === "Literal" && value.regex) found.push(value.regex);
    return typeof value === "bigint" ? 0 : value;
  });
  return found;
}

describe("regular expressions with superlinear time", () => {
  it.each([
    ["(a+)+$", "nested"],
    ["(?:a|b+)*c", "nested"],
    ["^\\d+\\.?\\d*x", "adjacent"],
    ["^\\s*(\\w+)\\s*\\w*$", "adjacent"],
    ["\\s+%", "restarted"],
    [":.*\\d", "restarted"],
    ["[\\s:|]+$", "restarted"],
  ])("%s is found: %s", (pattern) => expect(trouble(pattern, "")).not.toBeNull());

  it.each(["^\\d+(?:,\\d{3})*$", "^a*b*$", "[;,][^;,]*$", "\\d+", "^\\s*x", "(?:-\\d+)*"])("%s is not", (pattern) =>
    expect(trouble(pattern, "")).toBeNull(),
  );

  const files = readdirSync("workers", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const written = files.flatMap((file) => patternsOf(readFileSync(`workers/${file}`, "utf8")).map((one) => ({ file, ...one })));

  it("are absent from workers", () => {
    expect(written.length).toBeGreaterThan(100);
    const found = written.flatMap(({ file, pattern, flags }) => {
      const why = pattern in SHORT ? null : trouble(pattern, flags);
      return why ? [`${file}: /${pattern}/${flags}: ${why}`] : [];
    });
    expect(found).toEqual([]);
  });

  it("those exempt for short texts still exist", () => {
    for (const pattern of Object.keys(SHORT)) expect(written.some((one) => one.pattern === pattern)).toBe(true);
  });
});
