import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { collectMethods } from "../../scripts/methods.mjs";

/** Coined words, and the standard terms; the glossary is in CONTRIBUTING.md. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/\b(anew|afresh)\b/i, "again; from scratch; resampled"],
  [/(?<!worked |out )\bby hand\b/i, "manual"],
  [/\bany chunks? gives? the same\b/i, "same bits for any chunking"],
  [/\bas told\b|\bare told\b|\bis told\b/i, "given; computed; shown"],
  [/\bbegins? with the mean\b|\bbegun with\b/i, "seeded with"],
  [/\bin (other )?words of (its|their) own\b|\brefused in words\b/i, "with a specific message"],
  [/\bgoes on (from|where)\b/i, "resumes"],
  [/\bholds no\b|\bhold no\b/i, "contains no; is not a"],
  [/\bto be beaten\b/i, "benchmark"],
  [/\bvalley\b/i, "trough"],
  [/\busual stay\b/i, "expected duration"],
  [/\bhalvings?\b/i, "CSCV splits"],
  [/\bthe data hold\b/i, "input type"],
  [/\bvalues are$/i, "input type"],
  [/^detect$/i, "auto-detect"],
  [/\borders and figures\b/i, "orders and performance"],
  [/\bthis is no\b/i, "this is not a"],
  [/\bask for a decision\b/i, "get a signal"],
  [/\breturns? that followed\b/i, "forward returns"],
  [/\bforetell/i, "predict"],
  [/\bworthless\b/i, "null trials"],
  [/\b(by|than|from|of) luck\b/i, "chance"],
  [/\blooks? ahead: nothing|nothing looks ahead\b/i, "no look-ahead"],
  [/\bcame to nothing\b|\bcomes to nothing\b/i, "wiped out"],
  [/\btold (from|anything|apart)\b/i, "computed from; identified"],
  [/\bheld against\b/i, "scored against; compared with"],
  [/\bis no (text|json|exponent)\b/i, "is not"],
  [/\bstands? in for\b/i, "replaces"],
  [/\bso far so\b/i, "—"],
  [/\bleft out\b/i, "excluded; skipped"],
  [/^move the (weights|parameters|matrix|thresholds)$/i, "adjust"],
  [/^(weight|risk|regime|risk share) now$/i, "current"],
  [/\badds? up to (100|1)\b/i, "sum to"],
  [/\bmust lie (between|among)\b/i, "must be between"],
  [/\bnothing (yet|loaded yet|fitted yet|analyzed yet)\b/i, "no … yet"],
  [/\bto bring it up to date\b/i, "Run it again"],
  [/\bplease\b(?! (enter|upload|select|try|load|choose))/i, "no 'please' outside the specification"],
];
/** "72.8 %": percent has no space before it, as in the specification. */
const SPACED_PERCENT = /\d[\s\u00a0]%/;
/** The specification's own labels end in " %" after words. */
const LABELS = /^(\{\} %|.*[A-Za-z] %.*)$/;
/** The one place of numbers, what reads and writes those of boxes, and the setting that shows how a locale writes them. */
const FORMATTERS = ["workers/format.ts", "src/lib/read-number.ts", "src/pages/settings/numbers-section.tsx"];

interface Node {
  type: string;
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
  [field: string]: unknown;
}

/** Every string literal, template ("{}" for substitutions) and JSX text of a file. */
function textsOf(path: string): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const part of node) walk(part);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const { type, value, quasis } = node as Node;
    if (/^(Import|TSTypeAliasDeclaration|TSInterfaceDeclaration|TSLiteralType)/.test(type ?? "")) return;
    if ((type === "Literal" || type === "JSXText") && typeof value === "string") found.push(value.replace(/\s+/g, " ").trim());
    if (type === "TemplateLiteral" && quasis) found.push(quasis.map((quasi) => quasi.value.cooked).join("{}"));
    for (const field of Object.values(node)) walk(field);
  };
  walk(parseSync(path, readFileSync(path, "utf8")).program);
  return found;
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /(?<!\.d)\.tsx?$/.test(entry.name) ? [path] : [];
  });
/** The ⓘ of a method shows its docstring, which is not a string in the code. */
const methods = Object.values(collectMethods()).map(({ file, what, formula, source, tolerance }) => ({
  path: file,
  texts: [what, formula, source, tolerance],
}));
const texts = [...["src", "workers"].flatMap(sources).map((path) => ({ path, texts: textsOf(path) })), ...methods];

describe("all texts of the app", () => {
  it("are found: labels, templates and JSX text", () => {
    const all = texts.flatMap((file) => file.texts);
    expect(all.length).toBeGreaterThan(10_000);
    expect(all).toContain("Please enter market data");
    expect(all).toContain("Failed to analyze data: {}");
    expect(all).toContain("Trading Dashboard");
  });

  it.each(FORBIDDEN)("do not contain %s; the term is: %s", (pattern) => {
    expect(texts.flatMap(({ path, texts: own }) => own.filter((text) => pattern.test(text)).map((text) => `${path}: ${text}`))).toEqual([]);
  });

  it("write percent without a space", () => {
    const wrong = (text: string) => SPACED_PERCENT.test(text) || (/\{\} %/.test(text) && !LABELS.test(text));
    expect(texts.flatMap(({ path, texts: own }) => own.filter(wrong).map((text) => `${path}: ${text}`))).toEqual([]);
    expect(["72.8 %", "95 % band", "{} % of the rows"].map(wrong)).toEqual([true, true, true]);
    expect(["72.8%", "Stop Loss %", "{} %"].map(wrong)).toEqual([false, false, false]);
  });

  it("get their numbers from one formatter", () => {
    const others = texts.map(({ path }) => path).filter((path) => !FORMATTERS.includes(path));
    expect(others.filter((path) => /\.toLocaleString\(|new Intl\.NumberFormat\(/.test(readFileSync(path, "utf8")))).toEqual([]);
  });
});
