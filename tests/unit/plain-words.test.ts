import { describe, expect, it } from "vitest";
import { PLAIN_WORDS, plainWords } from "../../src/ui/plain-words";

const files = import.meta.glob<string>("../../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });

/** Titles of what an ⓘ explains: those followed by a formula, and those that spread a provenance. */
function explainedTitles(): Set<string> {
  const found = new Set<string>();
  for (const text of Object.values(files)) {
    for (const [, title] of text.matchAll(/info=\{about\("([^"]+)"/g)) found.add(title);
    if (!/InfoButton|[Pp]rovenance|info=/.test(text)) continue;
    for (const match of text.matchAll(/(?:\btitle(?::|=)\s*\{?\s*|^\s+field\()(["`])(.+?)\1/gm)) {
      const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 500).split(/\btitle(?::|=)|\bfield\(/)[0];
      const before = text.slice(Math.max(0, match.index - 250), match.index);
      const explained = /\bformula\b/.test(rest) || before.slice(-40).includes("...") || /info=\{\{[^}]*$/.test(before);
      // A placeholder in a title stands for a number.
      if (explained) found.add(match[2].replace(/\$\{[^}]*\}/g, "1"));
    }
  }
  return found;
}

describe("a plain sentence", () => {
  const titles = [...explainedTitles()];

  it("precedes the formula of every figure", () => {
    expect(titles.length).toBeGreaterThan(150);
    expect(titles.filter((title) => plainWords(title) === null)).toEqual([]);
  });

  it("belongs to a figure that is shown somewhere", () => {
    const known = new Set(titles.map((title) => plainWords(title)));
    expect(Object.entries(PLAIN_WORDS).filter(([, words]) => !known.has(words))).toEqual([]);
  });

  it("is short, ends with a period, and contains no formula", () => {
    for (const [title, words] of Object.entries(PLAIN_WORDS)) {
      expect(words, title).toMatch(/^[A-Z].*\.$/);
      expect(words.length, title).toBeLessThan(150);
      expect(words, title).not.toMatch(/[=√Σσωαβγ]|variance|likelihood|stationar|heterosk/);
    }
  });
});
