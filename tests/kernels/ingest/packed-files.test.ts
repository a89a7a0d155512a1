import { describe, expect, it } from "vitest";
import { readSeries } from "../../../workers/ingest";
import { DamagedMember, unpackMembers } from "../../../workers/ingest/formats/gzip-members";
import { ALL } from "../../fixtures/in-all";
import { gzipped, gzippedMembers, gzippedZeros, withDirectoryField, withLongFields, zipped } from "../../fixtures/make-files";
import { testContext } from "../context";
import { opened, outcome, refusal } from "./read-bytes";

const TABLE = "Date,Close,Volume\n2024-01-02,100.5,10\n2024-01-03,101.25,20\n2024-01-04,99.75,30\n";
const OTHER = "7\n8\n9\n";

describe("packed files", () => {
  it("hold the same series as the unpacked file, to the last bit", async () => {
    const plain = await opened(TABLE);
    expect(plain.quality.opened).toBeUndefined();
    const packings = { gzip: await gzipped(TABLE), zip: await zipped({ "prices.csv": TABLE }) };
    for (const bytes of [packings.gzip, packings.zip, await gzipped(await gzipped(TABLE)), await zipped({ "a.csv.gz": packings.gzip })])
      expect((await opened(bytes)).hash).toBe(plain.hash);
  });

  it("with several gzip members are read to the end, however they are split", async () => {
    const plain = await opened(TABLE);
    const lines = TABLE.split(/(?<=\n)/);
    const parts = [lines, [TABLE.slice(0, 33), TABLE.slice(33)], [TABLE, ""]];
    for (const contents of parts) {
      const bytes = await gzippedMembers(contents);
      expect((await opened(bytes)).hash).toBe(plain.hash);
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of unpackMembers(new Blob([bytes]))) pieces.push(new Uint8Array(piece));
      expect(await new Blob(pieces).text()).toBe(TABLE);
    }
    const many = "1.5\n2.25\n".repeat(40_000);
    const long = await gzippedMembers(Array.from({ length: 8 }, (_, place) => many.slice(place * 45_000, (place + 1) * 45_000)));
    expect((await opened(long)).length).toBe(80_000);
  });

  it("with several gzip members, damaged anywhere, are reported as damaged", async () => {
    const bytes = await gzippedMembers([TABLE, OTHER, TABLE]);
    const first = (await gzipped(TABLE)).length;
    for (const place of [first - 6, first - 2, first + 12, bytes.length - 6, bytes.length - 3]) {
      const flipped = bytes.slice();
      flipped[place] ^= 1;
      const read = async () => {
        for await (const _ of unpackMembers(new Blob([flipped])));
      };
      await expect(read()).rejects.toThrow(DamagedMember);
      expect(await refusal(flipped)).toBe("ingest/packedDamaged");
    }
    expect(await refusal(bytes.slice(0, -5))).toBe("ingest/packedDamaged");
  });

  it("as zip with 64-bit sizes and offsets", async () => {
    const plain = await opened(TABLE);
    const long = withLongFields(await zipped({ "prices.csv": TABLE }));
    expect((await opened(long)).hash).toBe(plain.hash);
    const damaged = long.slice();
    const view = new DataView(damaged.buffer);
    const locator = damaged.length - 22 - 20;
    view.setBigUint64(locator + 8, 1n << 62n, true);
    expect(await refusal(damaged)).toBe("ingest/packedDamaged");
    // An extra field shorter than it claims.
    const short = long.slice();
    new DataView(short.buffer).setUint16(
      short.findIndex((_, at) => at + 4 < short.length && new DataView(short.buffer).getUint32(at, true) === 0x02014b50) + 30,
      9,
      true,
    );
    expect(await refusal(short)).toBe("ingest/packedDamaged");
  });

  it("report their compression, and their own size", async () => {
    const bytes = await zipped({ "prices.csv.gz": await gzipped(TABLE) });
    const { quality, bytes: size } = await opened(bytes);
    expect(quality.opened?.formats).toEqual(["zip", "gzip", "text"]);
    expect(quality.opened?.choices).toEqual([{ names: ["prices.csv.gz"], chosen: "prices.csv.gz" }]);
    expect(size).toBe(bytes.length);
  });

  it("read the entry that looks like data, another on request, and skip unreadable ones", async () => {
    const archive = await zipped({
      "__MACOSX/._prices.csv": "junk",
      "README.txt": "1\n2\n3\n",
      "picture.csv": Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3),
      "folder/prices.csv": TABLE,
      "notes.txt": OTHER,
    });
    const first = await opened(archive);
    expect(first.length).toBe(3);
    expect(first.quality.opened?.choices[0].chosen).toBe("folder/prices.csv");
    const asked = await opened(archive, { path: ["notes.txt"] });
    expect([...asked.columns[0].values]).toEqual([7, 8, 9]);
    expect([first.name, asked.name]).toEqual(["file (folder/prices.csv)", "file (notes.txt)"]);
    // A requested name that is missing is no reason to refuse the rest.
    expect((await opened(archive, { path: ["gone.csv"] })).hash).toBe(first.hash);
  });

  it("read the entry chosen earlier among the same names, unless another is requested", async () => {
    const source = new Blob([await zipped({ "a.csv": TABLE, "b.csv": OTHER })]);
    const chosen = async (remembered: unknown, path?: string[]) => {
      const read = await readSeries({ source, name: "file", origin: "file", options: { path }, remembered }, await testContext());
      return read.ok ? read.value.quality.opened?.choices[0].chosen : read.failure.reason;
    };
    const before = [{ form: ["a.csv", "b.csv"], options: { path: ["b.csv"] } }];
    expect(await chosen(before)).toBe("b.csv");
    expect(await chosen(before, ["a.csv"])).toBe("a.csv");
    expect(await chosen([{ form: ["a.csv", "c.csv"], options: { path: ["c.csv"] } }])).toBe("a.csv");
    // Stored choices may contain anything.
    for (const kept of [null, "x", [{ form: 1 }], [{ form: ["a.csv", "b.csv"], options: { path: 7 } }]])
      expect(await chosen(kept)).toBe("a.csv");
  });

  it("name the bad row of the text", async () => {
    const read = await outcome(await gzipped("Date,Close\n2024-01-02,abc\n2024-01-03,1\n"));
    expect(read.ok ? null : read.failure).toMatchObject({ reason: "ingest/csvTooShort", row: 2, column: "Close", value: "abc" });
  });

  it("can be canceled while they are unpacked", async () => {
    const source = new Blob([await gzipped(TABLE.repeat(100_000))]);
    await expect(readSeries({ source, name: "file", origin: "file" }, await testContext(1))).rejects.toThrow();
  });
});

describe("malicious archives", () => {
  it("that are truncated or damaged are reported as such", async () => {
    const gzip = await gzipped(TABLE);
    const zip = await zipped({ "prices.csv": TABLE });
    const flipped = gzip.slice();
    flipped[gzip.length - 6] ^= 1;
    for (const bytes of [gzip.slice(0, -9), gzip.slice(0, 12), flipped, zip.slice(0, -30), withDirectoryField(zip, 16, 0xbeef)])
      expect(await refusal(bytes)).toBe("ingest/packedDamaged");
  });

  it("that would exhaust memory are stopped", async () => {
    // `unit/ingest-hostile-files` has the same zip bomb.
    if (ALL) expect(await refusal(await gzippedZeros(140))).toBe("ingest/unpackedTooTight");
    const claims = withDirectoryField(withDirectoryField(await zipped({ "a.csv": TABLE }), 26, 0x8fff), 24, 0);
    expect(await refusal(claims)).toBe("ingest/unpackedTooLarge");
  });

  it("that are encrypted, empty, nested or in another format are refused with specific messages", async () => {
    const zip = await zipped({ "prices.csv": TABLE });
    expect(await refusal(withDirectoryField(zip, 8, 1))).toBe("ingest/zipEncrypted");
    expect(await refusal(withDirectoryField(zip, 10, 9))).toBe("ingest/zipMethod");
    expect(await refusal(await zipped({}))).toBe("ingest/zipEmpty");
    expect(await refusal(await zipped({ "folder/": "" }))).toBe("ingest/zipEmpty");
    expect(await refusal(await zipped({ "b.zip": await zipped({ "c.zip": zip }) }))).toBe("ingest/nestedArchives");
  });

  it("with two entries of one name are refused, since either could be meant", async () => {
    const zip = await zipped({ "a.csv": TABLE, "b.csv": OTHER });
    const FIRST_LETTERS = 46;
    expect(await refusal(withDirectoryField(zip, FIRST_LETTERS, 0x2e61))).toBe("ingest/zipTwice");
  });

  it("with an encrypted first entry still give the others", async () => {
    const archive = await zipped({ "a.csv": TABLE, "b.csv": OTHER });
    const view = new DataView(archive.buffer);
    const first = archive.findIndex((_, at) => at + 4 <= archive.length && view.getUint32(at, true) === 0x02014b50);
    view.setUint16(first + 8, 1, true);
    expect((await opened(archive)).quality.opened?.choices[0].chosen).toBe("b.csv");
  });
});
