import { expect, it } from "vitest";
import { packedWords } from "../../src/analysis/packed-words";

it("a saved file names the columns and data it contains, if there is more than one", () => {
  const columns = Array.from({ length: 10 }, (_, index) => `c${index}`);
  expect(packedWords([])).toBe("");
  expect(packedWords([{ name: "typed", columns: ["Value"] }])).toBe("");
  expect(
    packedWords([
      { name: "book.xlsx", columns },
      { name: "a.csv", columns: ["Close", "Notes"] },
    ]),
  ).toBe(
    "It contains every column of book.xlsx: c0, c1, c2, c3, c4, c5, c6, c7 and 2 more. It contains every column of a.csv: Close, Notes.",
  );
});
