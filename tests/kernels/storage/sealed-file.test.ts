import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSealed, sealFile } from "../../../workers/storage/backup/sealed-file";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { family, runs } from "../../fixtures/in-all";
import { testContext } from "../context";

const WORDS = "correct horse battery staple";
const context = testContext();

async function sealed(bytes: Uint8Array<ArrayBuffer>, passphrase = WORDS): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await resultOf(await sealFile(new Blob([bytes]), passphrase, await context)).arrayBuffer());
}
async function opened(bytes: Uint8Array<ArrayBuffer>, passphrase = WORDS): Promise<Uint8Array | string> {
  const outcome = await openSealed(new Blob([bytes]), passphrase, await context);
  return outcome.ok ? new Uint8Array(await outcome.value.arrayBuffer()) : failureText(outcome.failure);
}
const noise = (length: number) => Uint8Array.from({ length }, (_, place) => (place * 7919) >>> 5);

describe("a sealed file", () => {
  family(
    [0, 1, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20],
    (length) => [0, 1000, (1 << 20) + 1].includes(length),
    (lengths) =>
      it.each(lengths)("of %i bytes opens to the same bytes", async (length) => {
        const bytes = noise(length);
        const file = await sealed(bytes);
        const same = await opened(file);
        expect(same.length).toBe(length);
        expect(bytes.every((byte, place) => byte === same[place])).toBe(true);
      }),
  );

  it("reveals nothing of its content, and is never the same twice", async () => {
    const bytes = new TextEncoder().encode("prospect-backup ".repeat(100));
    const [one, two] = [await sealed(bytes), await sealed(bytes)];
    expect(new TextDecoder("latin1").decode(one)).not.toContain("prospect-backup");
    expect(one).not.toEqual(two);
  });

  it("accepts a passphrase in any Unicode normalization", async () => {
    expect(await opened(await sealed(noise(10), "caf\u00e9"), "cafe\u0301")).toEqual(noise(10));
  });

  it("distinguishes a wrong passphrase from a damaged file", async () => {
    const file = await sealed(noise(3000));
    expect(await opened(file, "correct horse battery")).toMatch(/passphrase does not open/);
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 0, max: 7 }), async (byte, bit) => {
        const changed = file.slice();
        changed[byte] ^= 1 << bit;
        expect(await opened(changed)).toMatch(/damaged/);
      }),
      { numRuns: runs(12) },
    );
  });

  it("is reported as damaged if truncated, extended, or with chunks reordered", async () => {
    const file = await sealed(noise(2_500_000));
    const head = 64;
    const piece = (1 << 20) + 16;
    const joined = async (...parts: Uint8Array<ArrayBuffer>[]) => new Uint8Array(await new Blob(parts).arrayBuffer());
    const [first, second] = [file.subarray(head, head + piece), file.subarray(head + piece, head + 2 * piece)];
    const rest = file.subarray(head + 2 * piece);
    expect(await opened(file.slice(0, head + 2 * piece))).toMatch(/damaged/);
    expect(await opened(file.slice(0, file.length - 1))).toMatch(/damaged/);
    expect(await opened(file.slice(0, 20))).toMatch(/damaged/);
    expect(await opened(await joined(file, Uint8Array.of(0)))).toMatch(/damaged/);
    expect(await opened(await joined(file.subarray(0, head), second, first, rest))).toMatch(/damaged/);
  });
});
