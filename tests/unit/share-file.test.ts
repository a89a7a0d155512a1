import { expect, it } from "vitest";
import { isOffered } from "../../src/state/offered-file";
import { readShareFile, shareFile } from "../../src/state/share-file";

const settings = { p: 1, q: 1, distribution: "skewt", tolerance: 1e-10, nuStart: null, nested: { weights: [0.5, 0.5] } };
const { content, stem } = shareFile({ screen: "/garch-model", settings });

const read = (text: string) => readShareFile(new Blob([text]));
const refused = { ok: false, failure: expect.objectContaining({ code: "bad-input", reason: "storage/shareFile" }) };

it("carries settings through a file unchanged", async () => {
  expect(stem).toBe("garch-model-settings");
  expect(await read(content)).toEqual({ ok: true, value: expect.objectContaining({ screen: "garch-model", settings }) });
});

it("refuses a file truncated at any position", async () => {
  for (let length = 0; length < content.length; length++) expect(await read(content.slice(0, length))).toEqual(refused);
});

it.each([
  ["another format", { format: "prospect-strategies" }],
  ["the field of a screen", { screen: "garch-model/data" }],
  ["no settings", { settings: null }],
])("refuses %s", async (_, change) => {
  expect(await read(JSON.stringify({ ...JSON.parse(content), ...change }))).toEqual(refused);
});

it("refuses an oversized file unread", async () => {
  const text = JSON.stringify({ ...JSON.parse(content), settings: { long: "0".repeat(1_000_000) } });
  expect(await read(text)).toEqual(refused);
});

it("leaves data files, and files that are gone, to the data readers", async () => {
  expect(await isOffered(new File([content], "theirs.json"))).toBe(true);
  expect(await isOffered(new File(["prospect-sealed and more"], "mine.sealed"))).toBe(true);
  expect(await isOffered(new File(["date,close\n1,2"], "prices.csv"))).toBe(false);
  const gone = new File([content], "gone.json");
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")) }) as unknown as Blob;
  expect(await isOffered(gone)).toBe(false);
});

it("reports a file of a later version", async () => {
  const later = JSON.stringify({ ...JSON.parse(content), version: 2, settings: "packed otherwise" });
  expect(await read(later)).toMatchObject({ ok: false, failure: { code: "bad-input", reason: "results/newer" } });
});
