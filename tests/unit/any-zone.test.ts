import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, describe, expect, it } from "vitest";
import { day, isoDayOrDash, moment } from "../../src/lib/format";
import { readStatus } from "../../src/state/system-status";
import { parquetSources, readParquet } from "../../workers/batch";
import { LiveRows } from "../../workers/feeds/live-rows";
import { newsTime } from "../../workers/feeds/news-item";
import { parseMoment } from "../../workers/ingest";
import { readValue } from "../../workers/node/command/read-value";
import { openBytes } from "../fixtures/parquet";
import { testContext } from "../kernels/context";
import { series } from "./ingest";

const own = process.env.TZ;
afterAll(() => {
  process.env.TZ = own;
});

/** Half-hour offsets, zones across the date line, and unusual daylight-saving dates. */
const ZONES = ["Asia/Kolkata", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca", "America/Sao_Paulo"];
const NOON = Date.UTC(2024, 0, 5, 12);
const MIDNIGHT = Date.UTC(2024, 0, 5);
const iso = (time: number) => new Date(time).toISOString();

describe.each(ZONES)("in %s", (zone) => {
  const here = () => {
    process.env.TZ = zone;
    // Without a changed time zone, these tests would prove nothing.
    expect(new Date(2024, 0, 5).toISOString()).not.toBe("2024-01-05T00:00:00.000Z");
  };

  it.each([
    ["2024-01-05", MIDNIGHT],
    ["2024-01-05 12:00", NOON],
    ["2024-01-05T12:00:00", NOON],
    ["2024/1/5 12:00:00", NOON],
    ["20240105", MIDNIGHT],
    ["5 Jan 2024", MIDNIGHT],
    ["Jan 5, 2024 12:00 PM", NOON],
    ["Fri, 05 Jan 2024 12:00:00", NOON],
    ["1/5/2024 12:00:00", NOON],
    ["2024-01-05T14:30:00+02:30", NOON],
    ["Fri, 05 Jan 2024 12:00:00 GMT", NOON],
    ["Fri, 05 Jan 2024 07:00:00 EST", NOON],
    ["2024-01-05T12:00:00Z", NOON],
    ["Fri Jan 05 2024 12:00:00 GMT+0000 (UTC)", NOON],
  ])("%s is the same moment", (text, time) => {
    here();
    expect(iso(parseMoment(text))).toBe(iso(time));
    expect(newsTime(text, NOON)).toBe(time);
  });

  it("rows of a live channel and dates of the command are too", async () => {
    here();
    const rows = new LiveRows();
    rows.take('{"time":"2024-01-05 12:00:00","price":1}', 0);
    expect(await rows.text().text()).toContain("2024-01-05T12:00:00.000Z,1");
    const option = { kind: "date", nullable: false, path: ["startDate"] } as Parameters<typeof readValue>[0];
    expect(readValue(option, "2024-01-05 12:00")).toBe(NOON);
    expect(readValue(option, "never")).toBeNaN();
    // The last day is included, as on the screens.
    const end = { ...option, path: ["endDate"] };
    expect([readValue(end, "2024-01-05"), readValue(end, "2024-01-05 12:00")]).toEqual([MIDNIGHT + 24 * 3_600_000 - 1, NOON]);
    expect(["20240105T120000", "20240105 1200", "202401051200"].map((text) => readValue(end, text))).toEqual([NOON, NOON, NOON]);
    expect(readValue(end, "never")).toBeNaN();
  });

  it("so is the time for which a host reports its status", () => {
    here();
    const [figures, services] = [{ total: null, used: null, free: null }, {}];
    const message = { cpu: {}, memory: figures, network: {}, storage: figures, services };
    expect(readStatus({ ...message, timestamp: "2024-01-05T12:00:00" })?.timestamp).toBe(NOON);
    expect(readStatus({ ...message, timestamp: "2024-01-05T14:30:00+02:30" })?.timestamp).toBe(NOON);
    expect(readStatus({ ...message, timestamp: "soon" })).toBeNull();
  });

  it("date strings in Parquet are read like those in a CSV", async () => {
    here();
    const forms = {
      "year first": (time: number) => `${iso(time).slice(0, 10)} 00:00:00`,
      "day first": (time: number) => iso(time).slice(0, 10).split("-").reverse().join("/"),
      "local midnights": (time: number) => `${iso(time).slice(0, 10)} 00:00:00+05:30`,
    };
    for (const [form, written] of Object.entries(forms)) {
      const dates = Array.from({ length: 60 }, (_, row) => written(MIDNIGHT + row * 86_400_000));
      const closes = dates.map((_, row) => 100 + (row % 7));
      const columnData = [
        { name: "Date", data: dates, type: "STRING" as const },
        { name: "Close", data: closes, type: "DOUBLE" as const },
      ];
      const file = openBytes(new Uint8Array(parquetWriteBuffer({ columnData })));
      const [source] = await parquetSources(file, "a.parquet", null);
      const read = await readParquet(file, source, await testContext());
      const csv = await series(`Date,Close\n${dates.map((date, row) => `${date},${closes[row]}`).join("\n")}`);
      expect([form, read.ok && [...(read.value.times ?? [])].map(iso)]).toEqual([form, [...(csv.times ?? [])].map(iso)]);
    }
  });

  it("ambiguous or skipped local times stay as written", async () => {
    here();
    const hours = ["2024-03-10 01:30", "2024-03-10 02:30", "2024-03-31 02:30", "2024-11-03 00:30", "2024-11-03 01:30", "2024-11-03 02:30"];
    const read = await series(`Time,Price\n${hours.map((hour, row) => `${hour},${100 + row}`).join("\n")}`);
    expect([...(read.times ?? [])].map(moment)).toEqual(hours);
    expect([day(MIDNIGHT), isoDayOrDash(MIDNIGHT), moment(NOON)]).toEqual(["2024-01-05", "2024-01-05", "2024-01-05 12:00"]);
  });
});
