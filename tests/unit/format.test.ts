import { beforeEach, describe, expect, it } from "vitest";
import {
  bytes,
  clockTime,
  compact,
  count,
  day,
  duration,
  fixed,
  moment,
  percent,
  plain,
  plural,
  pValue,
  secondsTime,
  sentences,
  setFormatLocale,
  significant,
  unmentioned,
  withoutTurns,
} from "../../src/lib/format.ts";

beforeEach(() => setFormatLocale("en-US"));

it("shows — for a time that no date can represent", () => {
  for (const time of [1e300, -1e300, 8.64e15 + 1, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect([day(time), moment(time), clockTime(time), secondsTime(time)]).toEqual(["—", "—", "—", "—"]);
  }
});

it("a location named in a message is not repeated", () => {
  const place = { row: 3, value: "-5" };
  expect(unmentioned(place, "row 3 has the price -5; prices must be above 0")).toEqual({});
  expect(unmentioned(place, "row 3 is not a finite number")).toEqual({ value: "-5" });
  for (const other of ["row 31 has the price -5", "row 3,000 has the price -5", "at least -5"])
    expect(unmentioned(place, other), other).toEqual(place);
  expect(unmentioned({ row: 1234 }, "row 1,234 is not a finite number")).toEqual({});
  expect(unmentioned({ value: "-5" }, "the price -5")).toEqual({ value: "-5" });
});

describe("figures", () => {
  it("use the true minus sign and group thousands", () => {
    expect(fixed(-1106.6079, 4)).toBe("−1,106.6079");
    expect(fixed(2221.2187, 2)).toBe("2,221.22");
  });

  it("never show a signed zero", () => {
    expect(fixed(-0.0001, 2)).toBe("0.00");
    expect(percent(-0.0001)).toBe("0.0%");
  });

  it("show — for missing values", () => {
    for (const missing of [null, undefined, Number.NaN]) {
      expect([
        fixed(missing, 2),
        significant(missing),
        percent(missing),
        count(missing),
        bytes(missing),
        duration(missing),
        day(missing),
      ]).toEqual(Array(7).fill("—"));
    }
  });

  it("have the requested significant digits, with an exponent only where needed", () => {
    expect(significant(0.0107614)).toBe("0.01076");
    expect(significant(-0.00619041, 6)).toBe("−0.00619041");
    expect(significant(1234567)).toBe("1,234,567");
    expect(significant(3.2e-9)).toBe("3.200E−9");
    expect(significant(-3.2e-9)).toBe("−3.200E−9");
    expect(significant(0)).toBe("0.000");
  });

  it("percent has one decimal by default", () => {
    expect(percent(0.3137)).toBe("31.4%");
    expect(percent(-0.085, 0)).toBe("−9%");
  });

  it("p-values are never rounded to zero", () => {
    expect(pValue(0.5264)).toBe("0.5264");
    expect(pValue(1e-9)).toBe("< 0.0001");
    expect(pValue(0)).toBe("< 0.0001");
  });

  it("counts, in full and abbreviated", () => {
    expect(count(1974)).toBe("1,974");
    expect(compact(2_300_000)).toBe("2.3M");
    expect(plural(1, "row")).toBe("1 row");
    expect(plural(1974, "return")).toBe("1,974 returns");
    expect(plain(0.1 + 0.2)).toBe("0.3");
  });

  it("ends every remark as a sentence", () => {
    expect(sentences(["No dates: all rows were used", "The list shows 5."])).toBe("No dates: all rows were used. The list shows 5.");
    expect(sentences([])).toBe("");
  });

  it("follows the locale", () => {
    setFormatLocale("de-DE");
    expect(fixed(-1234.5, 2)).toBe("−1.234,50");
  });
});

it("names that turn the text, or show nothing, have their code points", () => {
  expect(["a\u202eb", "\u200b", " \u2800\u{e0041}", "a\u200bb", "❤\ufe0f", "", " "].map(withoutTurns)).toEqual([
    ...["a[U+202E]b", "[U+200B]", " [U+2800][U+E0041]", "a\u200bb", "❤\ufe0f", "", " "],
  ]);
});

describe("sizes and times", () => {
  it("sizes step by 1000", () => {
    expect([bytes(999), bytes(999.6), bytes(8_600_000), bytes(123_456_789)]).toEqual(["999 B", "1.0 kB", "8.6 MB", "123 MB"]);
  });

  it("durations use a natural unit", () => {
    expect([
      duration(0.02),
      duration(0.41),
      duration(412),
      duration(999.7),
      duration(1500),
      duration(93_000),
      duration(59_990),
      duration(3_660_000),
    ]).toEqual(["< 0.1 ms", "0.4 ms", "412 ms", "1.0 s", "1.5 s", "1 min 33 s", "1 min 0 s", "1 h 1 min"]);
  });

  it("observations are dated in UTC, with a time only if they have one", () => {
    expect(day(0)).toBe("1970-01-01");
    expect(moment(Date.UTC(2018, 2, 5))).toBe("2018-03-05");
    expect(moment(Date.UTC(2018, 2, 5, 14, 30))).toBe("2018-03-05 14:30");
    expect(moment(Date.UTC(2018, 2, 5, 14, 30, 7))).toBe("2018-03-05 14:30:07");
  });

  it("events use the user's date order", () => {
    setFormatLocale("en-GB");
    expect(clockTime(Date.UTC(2026, 10, 20, 13, 18))).toMatch(/20 Nov 2026/);
  });
});
