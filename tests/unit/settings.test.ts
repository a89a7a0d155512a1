import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clockTime, day, moment, setDateFormat, setFormatLocale } from "../../src/lib/format.ts";
import { stepsPerYear } from "../../src/state/annualization.ts";
import { DEFAULT_SETTINGS, isEndpoint, readSettings } from "../../src/state/settings-schema.ts";
import { stepsInData } from "../../workers/step-name";

describe("stored settings", () => {
  it.each([null, 7, "x", [], {}])("%j gives the defaults", (stored) => expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS));

  it("only an invalid value falls back to its default", () => {
    const stored = {
      theme: "dark",
      upDown: "pink",
      numberFormat: "de-DE",
      threads: 99,
      annualization: { basis: "own", own: -1 },
      riskFree: -100,
    };
    expect(readSettings(stored)).toEqual({ ...DEFAULT_SETTINGS, theme: "dark", numberFormat: "de-DE" });
  });

  it("survive a round trip without anything else: no key can be included", () => {
    const wanted = {
      ...DEFAULT_SETTINGS,
      riskFree: -0.5,
      threads: 3,
      singleKeys: false,
      keys: { search: "s" },
      provider: { endpoint: "https://models.example/v1", model: "small" },
    };
    const read = readSettings(JSON.parse(JSON.stringify({ ...wanted, provider: { ...wanted.provider, key: "secret" }, key: "secret" })));
    expect(read).toEqual(wanted);
    expect(JSON.stringify(read)).not.toContain("secret");
  });

  it.each([
    ["https://models.example/v1", true],
    ["http://localhost:11434/v1", true],
    ["http://models.example/v1", false],
    ["https://name:word@models.example", false],
    ["https://models.example/?key=abc", false],
    ["javascript:alert(1)", false],
    ["models.example", false],
  ])("%s as an endpoint: %s", (text, accepted) => expect(isEndpoint(text)).toBe(accepted));
});

describe("steps per year", () => {
  const days = (count: number) => ({ from: 0, to: count * 86_400_000 });

  it("follow the dates, rounded to the usual count", () => {
    expect(stepsInData({ length: 1 + 5 * 252, span: days(5 * 365.25) })).toBe(252);
    expect(stepsInData({ length: 1 + 1000, span: days(1000) })).toBe(365);
    expect(stepsInData({ length: 1 + 120, span: days(10 * 365.25) })).toBe(12);
    expect(stepsInData({ length: 1 + 24 * 100, span: days(100) })).toBe(8766);
  });

  it("are unknown without dates or with too few of them", () => {
    expect(stepsInData({ length: 500, span: null })).toBeNull();
    expect(stepsInData({ length: 2, span: days(1) })).toBeNull();
    expect(stepsInData({ length: 9, span: days(0) })).toBeNull();
  });

  it("follow the setting", () => {
    const data = { length: 1 + 1000, span: days(1000) };
    expect((["252", "365", "data", "own"] as const).map((basis) => stepsPerYear({ basis, own: 100 }, data))).toEqual([252, 365, 365, 100]);
    expect(stepsPerYear({ basis: "data", own: 100 }, null)).toBe(252);
  });
});

describe("dates in the user's format", () => {
  beforeEach(() => setFormatLocale("en-US"));
  afterEach(() => setDateFormat("auto"));
  const time = Date.UTC(2018, 2, 5, 14, 30);

  it.each([
    ["auto", "2018-03-05", "2018-03-05 14:30"],
    ["iso", "2018-03-05", "2018-03-05 14:30"],
    ["day-first", "05/03/2018", "05/03/2018 14:30"],
    ["month-first", "03/05/2018", "03/05/2018 14:30"],
    ["dotted", "05.03.2018", "05.03.2018 14:30"],
  ] as const)("%s", (style, expectedDay, expectedMoment) => {
    setDateFormat(style);
    expect([day(time), moment(time)]).toEqual([expectedDay, expectedMoment]);
  });

  it("events are in the user's time zone", () => {
    vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-60);
    setDateFormat("iso");
    expect(clockTime(time)).toBe("2018-03-05 15:30");
    expect(clockTime(Number.NaN)).toBe("—");
    vi.restoreAllMocks();
  });
});
