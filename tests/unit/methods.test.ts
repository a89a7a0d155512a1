import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { collectMethods } from "../../scripts/methods.mjs";

const methods = collectMethods();

it("gives the formula, source and tolerance of every method", () => {
  for (const [name, { what, formula, source, tolerance }] of Object.entries(methods)) {
    for (const text of [what, formula, source, tolerance]) expect(text.length, name).toBeGreaterThan(2);
    // A text that lost its end, or absorbed a neighboring tag.
    expect(`${formula}${source}${tolerance}`, name).not.toMatch(/[@*]\/|@\w/);
    expect(tolerance, `${name}: with what, and how closely`).toMatch(/\d|same|exact/);
  }
});

it("lists terms of the field in the glossary, each once, without function names", () => {
  const terms = Object.entries(methods).flatMap(([name, { term }]) => (term === undefined ? [] : [{ name, term }]));
  expect(terms.length).toBeGreaterThan(100);
  expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
  for (const { name, term } of terms)
    expect([name, term]).not.toEqual([name, expect.stringMatching(/\b(forward|backward|step|part|add)$/i)]);
  expect(methods.sharpeRatio.term).toBe("Sharpe ratio");
  expect(methods.garchBackward.term).toBeUndefined();
});

it("has the text of every method a screen names", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  const named = files.flatMap((path) =>
    [...readFileSync(join("src", path), "utf8").matchAll(/\bcomputedBy: "(\w+)"/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in methods))).toEqual([]);
});

/** Infrastructure, memory, text parsing and thinning for charts: no figures are computed there. */
const NO_FIGURES = /\/(static-end|arena|decimal|(?:parse|unpack)-\w+|pyramid)\.ts$/;

it("documents for every exported kernel how it is computed, or which method it belongs to", () => {
  const folder = "assembly/modules";
  const sources = new Map<string, Set<string>>();
  for (const file of readdirSync(folder)) {
    for (const [, names, path] of readFileSync(join(folder, file), "utf8").matchAll(/export \{([^}]*)\} from "([^"]*)"/g)) {
      const source = `${join(folder, path)}.ts`;
      const exported = sources.get(source) ?? new Set<string>();
      for (const name of names.split(",")) if (name.trim()) exported.add(name.trim().split(" as ")[0]);
      sources.set(source, exported);
    }
  }
  expect(sources.size).toBeGreaterThan(80);
  for (const [source, names] of sources) {
    const text = readFileSync(source, "utf8");
    for (const name of names) {
      const documented = new RegExp(`\\*/\\s*(@inline\\s+)?export function ${name}\\b`).test(text);
      expect(documented, `${source}: ${name} has a docstring`).toBe(true);
    }
    if (NO_FIGURES.test(source) || text.includes("* @formula ")) continue;
    const [, whole = ""] = /\* @of (\w+)/.exec(text) ?? [];
    expect(Object.keys(methods), `${source}: "${whole}"`).toContain(whole);
  }
});
