import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { readShared, writeShared } from "../../src/state/share-code";
import { readShareFile } from "../../src/state/share-file";

const settings = { p: 1, q: 1, distribution: "skewt", tolerance: 1e-10, nuStart: null, behavioral: true };

it("carries settings through an address unchanged, in characters no program alters", async () => {
  const text = (await writeShared("garch-model", settings)) ?? "";
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(text.length).toBeLessThan(200);
  expect(await readShared(text)).toEqual({ version: 1, screen: "garch-model", settings });
});

it("refuses to write more than fits into a link", async () => {
  const noise = Array.from({ length: 3000 }, (_, place) => ((place * 2654435761) % 4294967296).toString(36)).join("");
  expect(await writeShared("garch-model", { noise })).toBeNull();
});

it.each(["", "x", "AAAA", "%%%", "x".repeat(9000)])("rejects %j", async (text) => {
  expect(await readShared(text)).toBeNull();
});

it("rejects a truncated link", async () => {
  const text = (await writeShared("garch-model", settings)) ?? "";
  expect(await readShared(text.slice(0, -10))).toBeNull();
});

it("reads the links of version 0.1, which have no checksum", async () => {
  const text = "HcsxDoAgDEbhu_wzDq7cRqHBRi3aVh0IdzdhedP3Gl5S4yqIc4AlJRJElEXTNp0104EAI3eWYogN14D3aGZz5fXx8cN2-hy9_w";
  expect(await readShared(text)).toEqual({ version: 1, screen: "garch-model", settings: { p: 1, q: 1, distribution: "skewt" } });
});

it("rejects a decompression bomb", async () => {
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

it.each([2, 17])("reports version %d of a link as newer, whatever its content", async (version) => {
  const text = Buffer.from(deflateSync(JSON.stringify({ version, tool: "a-new-one", values: [1] }))).toString("base64url");
  expect(await readShared(text)).toBe("newer");
});

it.each(["2", 0, -1, 1.5, Number.NaN, null, [2]])("rejects version %j", async (version) => {
  const text = Buffer.from(deflateSync(JSON.stringify({ version, screen: "garch-model", settings }))).toString("base64url");
  expect(await readShared(text)).toBeNull();
});

it("does not let a link set a data field", async () => {
  const text = (await writeShared("garch-model/data", { text: "1,2,3" })) ?? "";
  expect(await readShared(text)).toBeNull();
});

/** Numbers that hardly compress. */
const digits = (rows: number): string =>
  Array.from({ length: rows }, (_, row) => `${100 + ((row * 2654435761) % 99991) / 1000}`).join("\n");

it("carries 2,000 rows of prices on request, and refuses more than fits into a link", async () => {
  const data = [
    { field: "data", name: "prices.csv", text: digits(2000) },
    { field: "benchmark", name: "", text: "" },
  ];
  const text = (await writeShared("garch-model", settings, data)) ?? "";
  expect(await readShared(text)).toEqual({ version: 1, screen: "garch-model", settings, data });
  expect(await writeShared("garch-model", settings, [{ field: "data", name: "", text: digits(20_000) }])).toBeNull();
  // Fits into a link when compressed, but exceeds the limit when decompressed.
  expect(await writeShared("garch-model", settings, [{ field: "data", name: "", text: "1\n".repeat(200_000) }])).toBeNull();
});

it.each([
  [{ field: "../runs", name: "", text: "" }],
  [{ field: "data", name: "x".repeat(201), text: "" }],
  [{ field: "data", name: "", text: 5 }],
  Array.from({ length: 21 }, () => ({ field: "data", name: "", text: "" })),
])("rejects data with invalid fields, or more than any screen has: %j", async (...data) => {
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
