import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { readShared, writeShared } from "../../src/state/share-code";
import { readShareFile } from "../../src/state/share-file";

const settings = { p: 1, q: 1, distribution: "skewt", tolerance: 1e-10, nuStart: null, behavioral: true };

it("carries settings through an address unchanged, in letters no program touches", async () => {
  const text = (await writeShared("garch-model", settings)) ?? "";
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(text.length).toBeLessThan(200);
  expect(await readShared(text)).toEqual({ version: 1, screen: "garch-model", settings });
});

it("refuses to write more than a link can carry", async () => {
  const noise = Array.from({ length: 3000 }, (_, place) => ((place * 2654435761) % 4294967296).toString(36)).join("");
  expect(await writeShared("garch-model", { noise })).toBeNull();
});

it.each(["", "x", "AAAA", "%%%", "x".repeat(9000)])("makes nothing of %j", async (text) => {
  expect(await readShared(text)).toBeNull();
});

it("makes nothing of a link that was cut off", async () => {
  const text = (await writeShared("garch-model", settings)) ?? "";
  expect(await readShared(text.slice(0, -10))).toBeNull();
});

it("reads the links of version 0.1, which have no checksum", async () => {
  const text = "HcsxDoAgDEbhu_wzDq7cRqHBRi3aVh0IdzdhedP3Gl5S4yqIc4AlJRJElEXTNp0104EAI3eWYogN14D3aGZz5fXx8cN2-hy9_w";
  expect(await readShared(text)).toEqual({ version: 1, screen: "garch-model", settings: { p: 1, q: 1, distribution: "skewt" } });
});

it("makes nothing of what unpacks to far more than settings are", async () => {
  const packed = new Blob([JSON.stringify({ version: 1, screen: "x", settings: { a: "0".repeat(1 << 20) } })])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  expect(text.length).toBeLessThan(8192);
  expect(await readShared(text)).toBeNull();
});

it.each([2, 17])("says that version %d of a link is newer, whatever else is in it", async (version) => {
  const text = Buffer.from(deflateSync(JSON.stringify({ version, tool: "a-new-one", values: [1] }))).toString("base64url");
  expect(await readShared(text)).toBe("newer");
});

it.each(["2", 0, -1, 1.5, Number.NaN, null, [2]])("makes nothing of version %j", async (version) => {
  const text = Buffer.from(deflateSync(JSON.stringify({ version, screen: "garch-model", settings }))).toString("base64url");
  expect(await readShared(text)).toBeNull();
});

it("does not let a link reach a data field", async () => {
  const text = (await writeShared("garch-model/data", { text: "1,2,3" })) ?? "";
  expect(await readShared(text)).toBeNull();
});

/** Digits that hardly compress. */
const digits = (rows: number): string =>
  Array.from({ length: rows }, (_, row) => `${100 + ((row * 2654435761) % 99991) / 1000}`).join("\n");

it("carries 2,000 rows of prices where they were asked for, and refuses what is longer than a link", async () => {
  const data = [
    { field: "data", name: "prices.csv", text: digits(2000) },
    { field: "benchmark", name: "", text: "" },
  ];
  const text = (await writeShared("garch-model", settings, data)) ?? "";
  expect(await readShared(text)).toEqual({ version: 1, screen: "garch-model", settings, data });
  expect(await writeShared("garch-model", settings, [{ field: "data", name: "", text: digits(20_000) }])).toBeNull();
  // It would be packed into less than a link, and unpacked into more than anybody reads.
  expect(await writeShared("garch-model", settings, [{ field: "data", name: "", text: "1\n".repeat(200_000) }])).toBeNull();
});

it.each([
  [{ field: "../runs", name: "", text: "" }],
  [{ field: "data", name: "x".repeat(201), text: "" }],
  [{ field: "data", name: "", text: 5 }],
  Array.from({ length: 21 }, () => ({ field: "data", name: "", text: "" })),
])("makes nothing of data that names no field, or more than any screen has: %j", async (...data) => {
  const text = Buffer.from(deflateSync(JSON.stringify({ version: 1, screen: "garch-model", settings, data }))).toString("base64url");
  expect(await readShared(text)).toBeNull();
});

it.each([
  [18, true],
  [20, false],
  [30_000, false],
])("settings %d levels deep are read: %s", async (levels, isRead) => {
  const deep = `{"version":1,"screen":"garch-model","settings":{"p":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
  const text = deflateSync(deep).toString("base64url");
  expect((await readShared(text)) !== null).toBe(isRead);
  const file = new Blob([deep.replace("{", '{"format":"prospect-share",')]);
  expect((await readShareFile(file)).ok).toBe(isRead);
});
