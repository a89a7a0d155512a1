import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DENSEST } from "../../src/charts/figures/heat-figure.ts";
import { contrast, over, parseColor, type Rgb } from "./contrast.ts";

const css = readFileSync("src/ui/tokens.css", "utf8");
const THEMES = ["light", "dark"] as const;
const UP_DOWN = ["green-red", "red-green", "blue-orange"] as const;

/** The declarations of a rule, by name. */
function declarations(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  if (start < 0 || start !== css.lastIndexOf(`${selector} {`)) throw new Error(`Not exactly one rule ${selector}`);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("\n}", start));
  return new Map([...body.matchAll(/--([\w-]+): (.+);/g)].map(([, name, value]) => [name, value]));
}

/** The two sides of light-dark(a, b), split at the comma outside nested parentheses. */
function sideOf(value: string, theme: (typeof THEMES)[number]): string {
  const inner = /^light-dark\((.+)\)$/.exec(value)?.[1];
  if (!inner) return value;
  const [light, dark] = inner.split(/,(?![^(]*\))/).map((side) => side.trim());
  return theme === "light" ? light : dark;
}

function palette(theme: (typeof THEMES)[number], upDown: (typeof UP_DOWN)[number]): (name: string) => Rgb {
  const rules = declarations(":root");
  if (upDown !== "green-red") for (const [name, value] of declarations(`[data-updown="${upDown}"]`)) rules.set(name, value);
  const find = (name: string): Rgb => {
    const value = rules.get(name);
    if (!value) throw new Error(`No token ${name}`);
    const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
    return alias ? find(alias) : parseColor(sideOf(value, theme));
  };
  return find;
}

const GROUNDS = ["bg", "surface", "raised"];
const WORDS = ["text", "muted", "faint", "accent", "good", "bad", "up", "down", "warn"];
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => `series-${place}`);
/** [foreground, background, minimum]: 4.5 for text, 3 for control borders, the focus ring and chart graphics (WCAG 1.4.3, 1.4.11). */
const PAIRS: [string, string, number][] = [
  ...WORDS.flatMap((word) => GROUNDS.map((ground): [string, string, number] => [word, ground, 4.5])),
  ...["text", "muted", "accent"].map((word): [string, string, number] => [word, "accent-soft", 4.5]),
  ["on-accent", "accent", 4.5],
  ["text", "line", 4.5],
  ...GROUNDS.map((ground): [string, string, number] => ["field-line", ground, 3]),
  ...CATEGORIES.map((category): [string, string, number] => [category, "surface", 3]),
];

describe.each(THEMES)("tokens in the %s theme", (theme) => {
  it.each(UP_DOWN)("have enough contrast with each other with %s for up and down", (upDown) => {
    const color = palette(theme, upDown);
    const unread = PAIRS.map(([front, behind, least]) => ({ front, behind, least, is: contrast(color(front), color(behind)) }));
    expect(unread.filter(({ is, least }) => is < least)).toEqual([]);
  });

  it.each(UP_DOWN)("figures are legible on the most opaque cells of a heat map with %s", (upDown) => {
    const color = palette(theme, upDown);
    const ratios = ["up", "down", "accent", "series-1", "series-2"].map((tone) => {
      return contrast(color("text"), over(color(tone), DENSEST, color("surface")));
    });
    expect(ratios.filter((ratio) => ratio < 4.5)).toEqual([]);
  });

  it("have enough contrast on the tints of failures and remarks", () => {
    const color = palette(theme, "green-red");
    for (const [tone, words] of [
      ["bad", ["bad", "text"]],
      ["warn", ["warn", "text"]],
    ] as const) {
      for (const ground of ["bg", "surface"]) {
        const tint = over(color(tone), 0.08, color(ground));
        for (const word of words) expect(contrast(color(word), tint), `${word} on ${tone} over ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it.each(UP_DOWN)("distinguish up from down by lightness or hue: %s", (upDown) => {
    const color = palette(theme, upDown);
    const apart = Math.hypot(...[0, 1, 2].map((channel) => color("up")[channel] - color("down")[channel]));
    expect(apart).toBeGreaterThan(0.2);
  });
});

it.each(THEMES)("adjacent categories of a chart differ in lightness: %s", (theme) => {
  const color = palette(theme, "green-red");
  const between = CATEGORIES.slice(1).map((category, place) => contrast(color(category), color(CATEGORIES[place])));
  expect(between.filter((ratio) => ratio < 1.3)).toEqual([]);
});

describe("color conversion", () => {
  it("agrees with CSS Color 4 for black, white and red", () => {
    expect(contrast(parseColor("oklch(0 0 0)"), parseColor("#fff"))).toBeCloseTo(21, 6);
    const [red, green, blue] = parseColor("oklch(0.62796 0.25768 29.234)");
    expect(red).toBeCloseTo(1, 3);
    expect(green).toBeCloseTo(0, 3);
    expect(blue).toBeCloseTo(0, 3);
  });
});

it("every token is available as a class", () => {
  const offered = readFileSync("src/styles.css", "utf8");
  const names = [...declarations(":root").keys()].filter((name) => !["sans", "mono"].includes(name));
  expect(names.filter((name) => !offered.includes(`--color-${name}: var(--${name});`))).toEqual([]);
});
