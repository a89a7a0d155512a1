import { describe, expect, it } from "vitest";
import { parseDate } from "../../workers/ingest/date-format";
import { parseClock } from "../../workers/ingest/time-of-day";
import { names, primary, series } from "./ingest";

const MINUTES = Array.from({ length: 30 }, (_, minute) => minute);
const two = (value: number) => String(value).padStart(2, "0");

describe("timestamps of bars", () => {
  it.each<[string, string, (minute: string) => string, string]>([
    ["zone behind", "Date,Close", (m) => `2024-01-02 09:${m}:00 UTC`, "09:00:00.000"],
    ["HistData", "Date;Close", (m) => `20240102 09${m}00`, "09:00:00.000"],
    ["HistData ticks", "Date,Close", (m) => `20240102 09${m}00123`, "09:00:00.123"],
    ["basic ISO 8601", "Date,Close", (m) => `20240102T09${m}00Z`, "09:00:00.000"],
    ["basic ISO 8601, thousandths", "Date,Close", (m) => `20240102T09${m}00.123Z`, "09:00:00.123"],
    ["basic ISO 8601, elsewhere", "Date,Close", (m) => `20240102T09${m}00-0500`, "14:00:00.000"],
    ["minutes in digits", "Date,Close", (m) => `20240102 09${m}`, "09:00:00.000"],
    ["minutes in digits alone", "Date,Close", (m) => `2024010209${m}`, "09:00:00.000"],
    ["decimal comma", "Date;Close", (m) => `2024-01-02 09:${m}:00,123`, "09:00:00.123"],
    ["before noon", "Date,Close", (m) => `2024-01-02 9:${m} AM`, "09:00:00.000"],
    ["after noon, with points", "Date,Close", (m) => `2024-01-02 9:${m}:00 p.m.`, "21:00:00.000"],
    ["in Spanish", "Date,Close", (m) => `13/1/2024 9:${m}:00 a. m.`, "09:00:00.000"],
    ["a clock of its own, before noon", "Date,Time,Close", (m) => `2024-01-02,9:${m} AM`, "09:00:00.000"],
    ["a clock of its own, after noon", "Date,Time,Close", (m) => `2024-01-02,9:${m}:00 PM`, "21:00:00.000"],
    ["a clock of its own, decimal comma", "Date;Time;Close", (m) => `2024-01-02;09:${m}:00,123`, "09:00:00.123"],
    ["a clock of its own, UTC", "Date,Time,Close", (m) => `2024-01-02,09:${m}:00 UTC`, "09:00:00.000"],
    ["a clock of its own, elsewhere", "Date,Time,Close", (m) => `2024-01-02,09:${m}:00+01:00`, "08:00:00.000"],
    ["a clock in digits", "<DATE>,<TIME>,<CLOSE>", (m) => `20240102,09${m}00`, "09:00:00.000"],
    ["a clock of minutes in digits", "Date,Time,Close", (m) => `2024-01-02,09${m}`, "09:00:00.000"],
    ["a clock in digits, as a sheet drops its zeros", "Date,Time,Close", (m) => `1/13/2024,9${m}`, "09:00:00.000"],
  ])("%s", async (_, header, moment, first) => {
    const sign = header.includes(";") ? ";" : ",";
    const lines = MINUTES.map((minute) => `${moment(two(minute))}${sign}${100 + minute}`);
    const found = await series([header, ...lines].join("\n"));
    const times = [...(found.times ?? [])];
    expect(new Date(times[0]).toISOString().slice(11, 23)).toBe(first);
    expect(times.map((time) => (time - times[0]) / 60_000)).toEqual(MINUTES);
    expect([primary(found), names(found).length, found.quality.dropped, found.quality.doubts, found.quality.reader]).toEqual([
      MINUTES.map((minute) => 100 + minute),
      1,
      [],
      undefined,
      "fast",
    ]);
  });

  it("bars of HistData without a header", async () => {
    const lines = MINUTES.map((minute) => `20240102 09${two(minute)}00;${100 + minute};${102 + minute};${99 + minute};${101 + minute};0`);
    const found = await series(lines.join("\n"));
    expect([primary(found)[3], found.times?.[3]]).toEqual([104, Date.UTC(2024, 0, 2, 9, 3)]);
    expect(found.columns.map(({ role }) => role)).toEqual(["open", "high", "low", "close", "volume"]);
  });

  it.each([
    "20240102 0960",
    "20240102 2400",
    "20240102 09300012",
    "20240102 093000Q",
    "20240102T09300",
    "202401020960",
    "2024010209300",
    "20240102093000123",
  ])("%s is no moment", (text) => expect(parseDate(text, "compact")).toBeNaN());

  it.each(["9:30 PN", "13:30 PM", "0:30 AM", "09:30:00,", "960", "93060", "9", "1234567", "09:30 Europe/Paris"])(
    "%s is no time of day",
    (text) => expect(parseClock(text)).toBeNaN(),
  );

  it("numbers in a column not named as a time are values", async () => {
    const lines = MINUTES.map((minute) => `2024-01-${two(minute + 1)},09${two(minute)},${100 + minute}`);
    expect(names(await series(["Date,Contracts,Close", ...lines].join("\n")))).toEqual(["Contracts", "Close"]);
  });
});
