import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { collectMethods } from "../../scripts/methods.mjs";

const methods = collectMethods();

it("says formula, source and tolerance of every method, in full", () => {
  for (const [name, { what, formula, source, tolerance }] of Object.entries(methods)) {
    for (const text of [what, formula, source, tolerance]) expect(text.length, name).toBeGreaterThan(2);
    // A text that lost its end, or took a tag of its neighbour with it.
    expect(`${formula}${source}${tolerance}`, name).not.toMatch(/[@*]\/|@\w/);
    expect(tolerance, `${name}: with what, and how closely`).toMatch(/\d|same|exact/);
  }
});

it("has the text of every method a screen names", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  const named = files.flatMap((path) =>
    [...readFileSync(join("src", path), "utf8").matchAll(/\bcomputedBy: "(\w+)"/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in methods))).toEqual([]);
});
