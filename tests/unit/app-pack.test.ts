import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packFiles, unpackFiles } from "../../workers/app-pack";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const FILES = [
  { path: "theme.js", bytes: bytesOf('"use strict";\n') },
  { path: "assets/nothing.css", bytes: new Uint8Array(0) },
  { path: "assets/kernels.wasm", bytes: Uint8Array.from({ length: 70_000 }, (_, i) => Math.imul(i, 2_654_435_761) >>> 21) },
  { path: "samples/π “quoted”.csv", bytes: bytesOf("a,b\n1,2\n") },
];
const pack = packFiles(FILES);
const digest = createHash("sha256").update(pack).digest("hex");
const zipped = new Uint8Array(gzipSync(pack));
/** The unpacked files, or the error. */
const unpacked = (sent: Uint8Array<ArrayBuffer>, wanted = digest) => unpackFiles(sent, wanted).catch(() => "refused");

describe("the pack of the app's files", () => {
  it("restores every file bit for bit, even if the compression was removed in transit", async () => {
    expect(await unpacked(zipped)).toEqual(FILES);
    expect(await unpacked(pack)).toEqual(FILES);
  });

  it("gives no files from a truncated, changed or different pack", async () => {
    const nothing = [null, "refused"];
    for (let length = 0; length < zipped.length; length += 997) expect(nothing).toContain(await unpacked(zipped.slice(0, length)));
    for (let at = 0; at < zipped.length; at += 997) {
      expect(nothing).toContain(await unpacked(zipped.map((byte, i) => (i === at ? byte ^ 16 : byte))));
    }
    expect(nothing).toContain(await unpacked(pack.slice(0, -1)));
    expect(await unpacked(bytesOf("<!doctype html>"))).toBeNull();
    expect(
      await unpacked(
        zipped,
        digest.replace(/^./, (letter) => (letter === "0" ? "1" : "0")),
      ),
    ).toBeNull();
  });
});
