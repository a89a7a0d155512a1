import { describe, expect, it } from "vitest";
import { newsText } from "../../src/state/feeds/news-text";
import { datedItems } from "../../workers/news/dated-items";

const day = (text: string) => Date.parse(`${text}Z`);

describe("dated items of news", () => {
  it("reads one item per line, with or without a time", () => {
    const text = "2018-10-03 Oil rallies\n2018-10-04T14:30, Crude falls\r\n2018-10-05: Flat";
    expect(datedItems(text)).toEqual({
      items: [
        { time: day("2018-10-03T00:00"), text: "Oil rallies" },
        { time: day("2018-10-04T14:30"), text: "Crude falls" },
        { time: day("2018-10-05T00:00"), text: "Flat" },
      ],
      undated: 0,
    });
  });

  it("reads articles below their date, up to a line of hyphens", () => {
    const { items, undated } = datedItems("2018-10-03\nOne.\nTwo.\n---\nNo date here.\n---\n2018-10-04\nThree.");
    expect(items.map(({ text }) => text)).toEqual(["One.\nTwo.", "Three."]);
    expect(undated).toBe(1);
  });

  it("reads the items of a news feed", () => {
    const items = [
      { time: day("2026-01-06T09:00"), title: "Tin falls", text: "Weak demand." },
      { time: day("2026-01-05T00:00"), title: "Oil rises!", text: "Strong demand." },
    ];
    const handed = newsText(items);
    expect(datedItems(handed)).toEqual({
      items: items.map(({ time, title, text }) => ({ time, text: `${title.endsWith("!") ? title : `${title}.`} ${text}` })),
      undated: 0,
    });
  });

  it("counts items with a missing or invalid date, and skips empty ones", () => {
    expect(datedItems("Oil rallies\nand rallies")).toEqual({ items: [], undated: 1 });
    expect(datedItems("2018-13-45 Oil rallies")).toEqual({ items: [], undated: 1 });
    expect(datedItems("2018-10-03\n\n2018-10-04\n")).toEqual({ items: [], undated: 0 });
    expect(datedItems("")).toEqual({ items: [], undated: 0 });
  });
});
