import { describe, expect, it } from "vitest";
import { keyOfCopy, newKey } from "../../../workers/results/keys";
import { signsLongMessages } from "../../../workers/results/long-messages";
import { fingerprintOf, fromBase64, publicHalf, sign, signParameters, verify } from "../../../workers/results/signature";

/** A key of Ed25519 whose first byte is zero, which an engine may lose; with what it signed, made by OpenSSL. */
const ZERO_KEY = "MCowBQYDK2VwAyEAADN8H5Qg43vyuJnS+naLhMM2gBGaLfVQqAuYDAjJCVY=";
/** A key whose private half begins with a zero. */
const ZERO_HALF = {
  publicKey: "MCowBQYDK2VwAyEAOv4yU3hG7IxyumEoViqQJksK/9eHjsc07jAVV0z7Jtc=",
  privateKey: "MC4CAQAwBQYDK2VwBCIEIACkSR1TXCckwuW6iywumdP6gaPougW6BXBLm2EnfOrg",
};
const SHORT = "A short report.";
const SIGNED_SHORT = "OGKTGWHzD2o1oRKVTHjMqs8bS510RwpbP2nXCgHKS6EI0mpTmVhbf3oz1v4yG61fmGOMnEuHYISzPhFt3giMBA==";
const LONG = "A long report. ".repeat(6000);
const SIGNED_LONG = "qh4tl5gPArW8RiwSmNxOxEBBTO1HKkRkVGaftz54iebsQ6Q3QVfQdwUXz+F/Lb+mpCdmm9jJOBjfGskPLoA4Aw==";
const KIND = "prospect-report";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const stateOf = async (text: string, content: string) => (await verify(text, KIND, bytesOf(content))).state;

/** A signature of version 1, which signed the content itself. */
async function former(signature: string): Promise<string> {
  const fields = { algorithm: "Ed25519", publicKey: ZERO_KEY, fingerprint: await fingerprintOf(ZERO_KEY), signature };
  return JSON.stringify({ format: "prospect-signature", version: 1, ...fields });
}

describe("a signature", () => {
  it("signs one line: kind, version, and the SHA-256 of the content", async () => {
    const { key } = await newKey();
    const { version, algorithm, publicKey, signature } = JSON.parse(await sign(key, KIND, bytesOf("abc")));
    // The digest is FIPS 180's own example.
    const line = `prospect-report 2\nba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad`;
    const half = await publicHalf(algorithm, fromBase64(publicKey));
    expect(version).toBe(2);
    expect(await crypto.subtle.verify(signParameters(algorithm), half, fromBase64(signature), bytesOf(line))).toBe(true);
  });

  it.each([15, 65_535, 65_536, 90_000, 5_000_000])("of %i bytes covers every byte, for one kind of file only", async (length) => {
    const { key } = await newKey();
    const content = new Uint8Array(length).fill(97);
    const text = await sign(key, KIND, content);
    expect(await verify(text, KIND, content)).toMatchObject({ state: "holds" });
    expect(await verify(text, "prospect-result", content)).toMatchObject({ state: "broken" });
    content[length - 1] = 98;
    expect(await verify(text, KIND, content)).toMatchObject({ state: "broken" });
  });

  it("of version 1 is still valid, with a key that begins with a zero", async () => {
    expect(await stateOf(await former(SIGNED_SHORT), SHORT)).toBe("holds");
    expect(await stateOf(await former(SIGNED_SHORT), `${SHORT} `)).toBe("broken");
    expect(await stateOf(await former("AAAA"), SHORT)).toBe("broken");
  });

  it("is made with a copy whose private key begins with a zero, and not with one of mixed keys", async () => {
    const copy = { format: "prospect-signing-key", version: 1, algorithm: "Ed25519", ...ZERO_HALF };
    const key = await keyOfCopy(JSON.stringify(copy));
    expect(await stateOf(await sign(key!, KIND, bytesOf(SHORT)), SHORT)).toBe("holds");
    expect(await keyOfCopy(JSON.stringify({ ...copy, publicKey: ZERO_KEY }))).toBeNull();
  });

  it("of version 1 over more than 65,535 bytes is checked if the engine reads all of them, else reported as unchecked", async () => {
    const text = await former(SIGNED_LONG);
    const isWhole = await signsLongMessages();
    expect(await stateOf(text, LONG)).toBe(isWhole ? "holds" : "unchecked");
    expect(await stateOf(text, `${LONG} `)).toBe(isWhole ? "broken" : "unchecked");
  });
});
