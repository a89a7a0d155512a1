import { describe, expect, it } from "vitest";
import { find } from "../../src/app/palette-search.ts";
import { screenAt } from "../../src/routes.ts";
import { jobWords } from "../../src/state/job-words.ts";
import { DEFAULT_SETTINGS } from "../../src/state/settings-schema.ts";
import { holderOf, PLACES, placeKey, placeOf, SHORTCUTS, shortcutKey, shortcutOf, withKey } from "../../src/state/shortcuts.ts";
import { methodTitle } from "../../src/ui/method-title.ts";
import { jobs } from "../../workers/jobs.ts";

describe("search", () => {
  const entries = [
    { name: "Markov Regime", words: "advanced models" },
    { name: "GARCH Model", words: "volatility garch model" },
    { name: "Model Validation", words: "validation" },
    { name: "Señal diaria", words: "" },
  ];
  const names = (typed: string) => find(entries, typed).map(({ name }) => name);

  it("ranks names with that prefix first, then words of the name, then other words", () => {
    expect(names("model")).toEqual(["Model Validation", "GARCH Model", "Markov Regime"]);
    expect(names("mod ga")).toEqual(["GARCH Model"]);
    expect(names("volatility")).toEqual(["GARCH Model"]);
  });

  it("ignores accents and case, and matches letters in order only if nothing else fits", () => {
    expect(names("senal")).toEqual(["Señal diaria"]);
    expect(names("mrkv")).toEqual(["Markov Regime"]);
    expect(names("zzz")).toEqual([]);
  });
});

describe("shortcuts", () => {
  const kept = (keys: Record<string, string>) => ({ ...DEFAULT_SETTINGS, keys });

  it("each has a unique key, and each target is a screen by its canonical address", () => {
    const single = SHORTCUTS.map(({ id }) => shortcutKey(id, DEFAULT_SETTINGS));
    const places = PLACES.map((place) => placeKey(place, DEFAULT_SETTINGS));
    expect(new Set(single).size).toBe(single.length);
    expect(new Set(places).size).toBe(places.length);
    expect(PLACES.filter((place) => screenAt(place)?.paths[0] !== place)).toEqual([]);
  });

  it("a changed key takes effect and frees the old one, and the default is not stored", () => {
    const keys = withKey(withKey({}, "search", "s"), "/dashboard", "z");
    expect(shortcutOf("s", kept(keys))).toBe("search");
    expect(shortcutOf("/", kept(keys))).toBeNull();
    expect([placeOf("z", kept(keys)), placeOf("d", kept(keys))]).toEqual(["/dashboard", null]);
    expect(withKey(keys, "search", "/")).toEqual({ "go /dashboard": "z" });
  });

  it("names what uses a key; a screen's letter does not conflict with a single key", () => {
    expect(holderOf("?", "search", DEFAULT_SETTINGS)).toBe("keyboard");
    expect(holderOf("d", "/risk-management", DEFAULT_SETTINGS)).toBe("/dashboard");
    expect(holderOf("d", "search", DEFAULT_SETTINGS)).toBeNull();
    expect(holderOf("/", "search", DEFAULT_SETTINGS)).toBeNull();
  });
});

describe("names", () => {
  it("of functions as words", () => {
    expect(["sharpeRatio", "fftStart", "egarchForward", "expectedShortfall"].map(methodTitle)).toEqual([
      "Sharpe ratio",
      "FFT start",
      "EGARCH forward",
      "Expected shortfall",
    ]);
  });

  it("of jobs, a known one by its name, any other by what it does", () => {
    expect(jobWords("fit-garch")).toBe("GARCH fit");
    expect(jobWords("measure-surrogate")).toBe("Measure surrogate");
    expect(Object.keys(jobs)).toContain("fit-garch");
  });
});
