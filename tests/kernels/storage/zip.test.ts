import { describe, expect, it } from "vitest";
import { crc32 } from "../../../workers/archive/crc32";
import { DamagedArchive, readDirectory } from "../../../workers/archive/zip-reader";
import { ZipWriter } from "../../../workers/archive/zip-writer";
import { openBackup } from "../../../workers/storage/backup/backup-file";
import { readExact, writeExact } from "../../../workers/storage/backup/exact-json";
import { piecesOf } from "../../fixtures/archive-entries";
import { failureText, toldOutcome } from "../../fixtures/failure-text";

const text = (value: string) => new TextEncoder().encode(value);
const TEXT = "Numbers and words, ".repeat(500);

async function archive(): Promise<Blob> {
  const writer = new ZipWriter();
  writer.store("columns/ä.f64", [text("first"), new Uint8Array(0), text(" second")]);
  await writer.deflate("words.json", TEXT);
  writer.store("empty", []);
  return writer.finish();
}

async function contentOf(file: Blob, name: string): Promise<string> {
  const entry = (await readDirectory(file)).get(name);
  if (!entry) throw new Error(`${name} is missing`);
  return new Blob(await piecesOf(file, entry)).text();
}

describe("the checksum of a zip file", () => {
  it("has the published check value", () => expect(crc32(text("123456789"))).toBe(0xcbf43926));

  it("is the same in one chunk and in many, of any length", () => {
    const bytes = Uint8Array.from({ length: 1003 }, (_, place) => (place * 7919) >>> 3);
    for (const cut of [0, 1, 2, 3, 5, 1000]) expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(crc32(bytes));
  });

  it("equals a plain loop over the bits", () => {
    const plain = (bytes: Uint8Array) => {
      let crc = ~0;
      for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
      }
      return ~crc >>> 0;
    };
    const bytes = Uint8Array.from({ length: 257 }, (_, place) => place * 31);
    expect(crc32(bytes)).toBe(plain(bytes));
  });
});

describe("a zip archive", () => {
  it("returns its entries by name, stored and compressed", async () => {
    const file = await archive();
    expect([...(await readDirectory(file)).keys()]).toEqual(["columns/ä.f64", "words.json", "empty"]);
    expect(await contentOf(file, "columns/ä.f64")).toBe("first second");
    expect(await contentOf(file, "words.json")).toBe(TEXT);
    expect(await contentOf(file, "empty")).toBe("");
    expect(file.size).toBeLessThan(600);
  });

  it("is the same file for the same contents", async () => {
    const bytes = async () => new Uint8Array(await (await archive()).arrayBuffer());
    expect(await bytes()).toEqual(await bytes());
  });

  it("is found with other bytes appended, but not when truncated", async () => {
    const file = await archive();
    expect(await contentOf(new Blob([file, "a comment another program wrote"]), "empty")).toBe("");
    for (const left of [0, 10, file.size - 1, file.size - 30, file.size >> 1]) {
      await expect(readDirectory(file.slice(0, left))).rejects.toThrow(DamagedArchive);
    }
  });

  it("detects any changed byte of an entry", async () => {
    const bytes = new Uint8Array(await (await archive()).arrayBuffer());
    const entries = await readDirectory(new Blob([bytes]));
    for (const name of ["columns/ä.f64", "words.json"]) {
      const entry = entries.get(name);
      if (!entry) throw new Error("missing");
      const start = entry.offset + 30 + text(name).length;
      for (let at = start; at < start + entry.packed; at++) {
        const changed = bytes.slice();
        changed[at] ^= 0x10;
        await expect(contentOf(new Blob([changed]), name)).rejects.toThrow(DamagedArchive);
      }
    }
  });
});

describe("an invalid backup", () => {
  const refusal = async (file: Blob) => {
    const opened = await openBackup(file);
    return opened.ok ? "" : failureText(opened.failure);
  };
  const catalog = async (content: unknown) => {
    const writer = new ZipWriter();
    await writer.deflate("backup.json", JSON.stringify(content));
    return writer.finish();
  };

  it("is refused with the reason", async () => {
    expect(await refusal(new Blob(["date,close\n"]))).toMatch(/not a Prospect backup, or it is truncated/);
    expect(await refusal(await archive())).toMatch(/not a Prospect backup\. Nothing/);
    expect(await refusal(await catalog({ format: "prospect-backup", version: 2 }))).toMatch(/newer version/);
    expect(await refusal(await catalog({ format: "prospect-backup", version: 1, records: [{}] }))).toMatch(/damaged/);
    expect(await refusal(await catalog("words"))).toMatch(/damaged/);
  });
});

it("keeps every number to the bit in JSON", () => {
  const value = {
    list: [0.1, -0, Number.NaN, Number.NEGATIVE_INFINITY, 5e-324],
    column: Float64Array.of(1, -0, Number.NaN),
    text: "$number",
  };
  const read = readExact(writeExact(value)) as typeof value;
  expect(read).toEqual(value);
  expect(Object.is(read.list[1], -0) && Object.is(read.column[1], -0)).toBe(true);
});

describe("a backup nested deeper or with more parts than any genuine one", () => {
  it.each([
    ["lists", "[".repeat(20_000) + "]".repeat(20_000)],
    ["objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
    ["lists that never end", "[".repeat(20_000)],
    ["millions of lists", `[${"[],".repeat(2_000_000)}[]]`],
  ])("%s: it is a damaged backup", async (_, nested) => {
    const writer = new ZipWriter();
    await writer.deflate(
      "backup.json",
      `{"format":"prospect-backup","version":1,"app":"1","madeAt":1,"datasets":[],"settings":{},"records":${nested}}`,
    );
    const opened = await openBackup(writer.finish());
    expect(toldOutcome(opened)).toMatchObject({ ok: false, failure: { code: "bad-input", message: expect.stringContaining("damaged") } });
  });

  it("brackets in strings do not count as nesting", () => {
    const value = { text: '[{"'.repeat(2000), list: [["\\"]] };
    expect(readExact(writeExact(value))).toEqual(value);
  });
});
