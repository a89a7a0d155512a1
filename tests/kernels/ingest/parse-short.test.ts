import { describe, expect, it } from "vitest";
import { readPlainTable } from "../../../workers/ingest/plain-table";
import type { Plan } from "../../../workers/ingest/plan";
import { readPriceList } from "../../../workers/ingest/price-list";
import { openText } from "../../../workers/ingest/text-source";
import { testContext } from "../context";
import { numberTwin } from "../reference/number";
import { LIST_PLAN } from "./plans";

/** Every arrangement of up to nine digits around a decimal separator, with and without sign and exponent. */
function words(): string[] {
  const all: string[] = [];
  for (let whole = 0; whole <= 9; whole++) {
    for (let places = 0; whole + places <= 9; places++) {
      if (whole + places === 0) continue;
      for (const digits of ["000000000", "123456789", "999999999", "905070301"]) {
        const word = `${digits.slice(0, whole)}.${digits.slice(whole, whole + places)}`;
        all.push(word, word, `-${word}`, word, `${word}e3`, word);
      }
    }
  }
  return all;
}

describe("short numbers", () => {
  it("lists have the bits of Number, whatever separates the numbers", async () => {
    const texts = words();
    const numbers = texts.map(numberTwin);
    for (const separator of ["\n", "\r\n", "\r", " ", ",\n", "\n\n", ";"]) {
      const { columns, length } = await readPriceList(
        await openText(new Blob([texts.join(separator)])),
        LIST_PLAN,
        await testContext(),
        "test",
      );
      const read = [...columns[0].subarray(0, length)];
      expect(read.length).toBe(numbers.length);
      expect(read.filter((value, row) => !Object.is(value, numbers[row]))).toEqual([]);
    }
  });

  it("tables also read every day of four years, and report invalid dates", async () => {
    const texts = words();
    const days: string[] = [];
    for (const year of [1900, 2000, 2023, 2024]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 33; day++) days.push([year, month, day].map((part) => String(part).padStart(2, "0")).join("-"));
      }
    }
    const there = (day: string) => {
      const time = Date.parse(`${day}T00:00:00Z`);
      return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? Number.NaN : time;
    };
    const rows = days.map((day, row) => ({ day, word: texts[row % texts.length] }));
    const kept = rows.filter(({ day }) => !Number.isNaN(there(day)));
    const plan: Plan = {
      ...LIST_PLAN,
      shape: "table",
      delimiter: "comma",
      width: 2,
      columns: [{ index: 1, name: "Close", role: "value" as const }],
      date: { kind: "ymd", separator: "-", settled: true, index: 0 },
    };
    for (const lineEnd of ["\n", "\r\n", "\r", "\n\n"]) {
      const source = await openText(new Blob([rows.map(({ day, word }) => `${day},${word}`).join(lineEnd)]));
      const { times, columns, length, lines } = await readPlainTable(source, plan, await testContext(), "test");
      expect(times && [...times.subarray(0, length)]).toEqual(kept.map(({ day }) => there(day)));
      expect([...columns[0].subarray(0, length)].filter((value, row) => !Object.is(value, numberTwin(kept[row].word)))).toEqual([]);
      const step = lineEnd === "\n\n" ? 2 : 1;
      expect(lines.at(length - 1)).toBe(rows.indexOf(kept[kept.length - 1]) * step + 1);
    }
  });

  it("columns have the bits of Number, whatever their formats and wherever these change", async () => {
    const { columns: texts, count } = forms();
    for (const width of [1, 3]) {
      for (const dated of [false, true]) {
        const indices = Array.from({ length: width }, (_, index) => index);
        const plan: Plan = {
          ...LIST_PLAN,
          shape: "table",
          delimiter: dated || width > 1 ? "semicolon" : "newline",
          width: width + (dated ? 1 : 0),
          columns: indices.map((index) => ({ index: index + (dated ? 1 : 0), name: `c${index}`, role: "value" as const })),
          date: dated ? { kind: "ymd", separator: "-", settled: true, index: 0 } : null,
        };
        for (const lineEnd of ["\n", "\r\n", "\r"]) {
          const cells = (row: number) => indices.map((index) => texts[index][row]);
          const day = (row: number) => new Date(row * 86_400_000).toISOString().slice(0, 10);
          const rows = Array.from({ length: count }, (_, row) => [...(dated ? [day(row)] : []), ...cells(row)].join(";"));
          const source = await openText(new Blob([rows.join(lineEnd)]));
          const read = await readPlainTable(source, plan, await testContext(), "test");
          expect(read.length).toBe(count);
          expect(read.dropped.total).toBe(0);
          for (const index of indices) {
            const wrong = texts[index].filter((text, row) => !Object.is(read.columns[index][row], numberTwin(text)));
            expect(wrong).toEqual([]);
          }
          if (dated) expect(read.times?.subarray(0, count).findIndex((time, row) => time !== row * 86_400_000)).toBe(-1);
        }
      }
    }
  });
});

/** Three columns of numbers: one format throughout, runs of several formats, and occasional exceptions. */
function forms(): { columns: string[][]; count: number } {
  let state = 7;
  const upTo = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * most);
  };
  const digits = (count: number) => Array.from({ length: count }, () => upTo(10)).join("");
  const number = (whole: number, places: number) => `${digits(whole)}${places < 0 ? "" : "."}${digits(Math.max(0, places))}`;
  const columns = [0, 1, 2].map((column) => {
    const texts: string[] = [];
    for (let whole = 1; whole <= 9; whole++) {
      for (let places = -1; whole + places <= 20; places++) {
        const length = upTo(4) === 0 ? 60 : 7;
        for (let count = 0; count < length; count++) texts.push(`${upTo(3) === column ? "-" : ""}${number(whole, places)}`);
        for (let count = 0; count < upTo(6); count++) texts.push(number(1 + upTo(7), upTo(18) - 1));
        for (let count = 0; count < 5; count++) texts.push(String((upTo(1e9) + 1) / (upTo(1e6) + 1)));
      }
    }
    return texts;
  });
  const count = Math.min(...columns.map(({ length }) => length));
  return { columns: columns.map((texts) => texts.slice(0, count)), count };
}
