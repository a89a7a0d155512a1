import { describe, expect, it } from "vitest";
import { signatureWords } from "../../src/app/signature-words";
import type { KnownSigner } from "../../src/state/known-signers";
import { readDirectory, ZipWriter } from "../../workers/archive";
import { SIGNATURE_BEGIN } from "../../workers/report";
import { makeKey, type NamedKey } from "../../workers/results/jobs/make-key";
import { readResult } from "../../workers/results/jobs/read-result";
import { RESULT_KIND } from "../../workers/results/result-file";
import { sign } from "../../workers/results/signature";
import { piecesOf, textsIn } from "../fixtures/archive-entries";
import { resultOf } from "../fixtures/failure-text";
import { reportFile, resultFile } from "../fixtures/result-files";
import { testContext } from "../kernels/context";

const context = await testContext();
const newKey = async (): Promise<NamedKey> => resultOf(await makeKey({ copied: false })).key;
const [own, ada, mallory] = [await newKey(), await newKey(), await newKey()];
const KNOWN: KnownSigner[] = [{ publicKey: ada.publicKey, fingerprint: ada.fingerprint, name: "Ada", trustedAt: 1 }];

const DOCUMENT = "prospect-result.json";
const SIGNATURE = "signature.json";
type Part = [name: string, bytes: Uint8Array];
const encoded = (text: string) => new TextEncoder().encode(text);
const textOf = async (file: Blob, name: string) => (await textsIn(file)).get(name) ?? "";

async function partsOf(file: Blob): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [name, entry] of await readDirectory(file))
    parts.push([name, new Uint8Array(await new Blob(await piecesOf(file, entry)).arrayBuffer())]);
  return parts;
}

/** The same archive with other entries. */
async function remade(file: Blob, change: (parts: Part[]) => Part[] | Promise<Part[]>): Promise<Blob> {
  const writer = new ZipWriter();
  for (const [name, bytes] of await change(await partsOf(file))) writer.store(name, [bytes]);
  return writer.finish();
}

const withPart = (file: Blob, name: string, text: string) =>
  remade(file, (parts) => parts.map(([one, bytes]): Part => [one, one === name ? encoded(text) : bytes]));

const opened = async (file: Blob) => resultOf(await readResult({ file }, context));
const wordsOf = async (file: Blob) => {
  const { signature } = await opened(file);
  const { state, words, stranger } = signatureWords(signature, own.fingerprint, KNOWN);
  return [signature.state, state, words, stranger];
};

const NOT_SIGNED = "Not signed: anyone could have written this file, its data and figures together. Recomputing shows only that they agree";
const BY_STRANGER =
  "The signature is valid: unchanged since it was signed with the key below, which is neither this device’s nor a known key. The file cannot prove whose key it is: compare the fingerprint with the sender’s";
const invalid = (key: string) => `The signature is invalid: this is not what the key ${key} signed`;

describe("what is said about a signature is true and complete", () => {
  it("an unsigned file, also with data, hash and result altered together", async () => {
    expect(await wordsOf(await resultFile(null))).toEqual(["none", "caution", NOT_SIGNED, false]);
    const consistent = await resultFile(null, 1);
    expect((await opened(consistent)).document.figures[0].value).toBe(1);
    expect(await wordsOf(consistent)).toEqual(["none", "caution", NOT_SIGNED, false]);
    // Without its signature, a signed file is an unsigned one.
    const taken = await remade(await resultFile(ada), (parts) => parts.filter(([name]) => name !== SIGNATURE));
    expect(await wordsOf(taken)).toEqual(["none", "caution", NOT_SIGNED, false]);
  });

  it("keys of this device, of a known signer and of a stranger", async () => {
    const ofOwn = "The signature is valid: unchanged since it was signed with the key of this device";
    expect(await wordsOf(await resultFile(own))).toEqual(["holds", "ok", ofOwn, false]);
    const ofAda = "Signed by Ada (known key). The signature is valid: unchanged since it was signed";
    expect(await wordsOf(await resultFile(ada))).toEqual(["holds", "ok", ofAda, false]);
    expect(await wordsOf(await reportFile(ada))).toEqual(["holds", "ok", ofAda, false]);
    expect(await wordsOf(await resultFile(mallory))).toEqual(["holds", "caution", BY_STRANGER, true]);
  });

  it("a file that was changed, or has a signature made for another", async () => {
    const altered = await textOf(await resultFile(ada, 1), DOCUMENT);
    expect(await wordsOf(await withPart(await resultFile(ada), DOCUMENT, altered))).toEqual(["broken", "bad", invalid("of Ada"), false]);
    expect(await wordsOf(await withPart(await resultFile(own), DOCUMENT, altered))).toEqual([
      "broken",
      "bad",
      invalid("of this device"),
      false,
    ]);
    expect(await wordsOf(await withPart(await resultFile(mallory), DOCUMENT, altered))).toEqual(["broken", "bad", invalid("below"), false]);
    // Ada's key with another key's signature.
    const swapped = {
      ...JSON.parse(await textOf(await resultFile(mallory), SIGNATURE)),
      publicKey: ada.publicKey,
      fingerprint: ada.fingerprint,
    };
    const borrowed = await withPart(await resultFile(mallory), SIGNATURE, JSON.stringify(swapped));
    expect(await wordsOf(borrowed)).toEqual(["broken", "bad", invalid("of Ada"), false]);
  });

  it("a file that was altered and signed again with another key", async () => {
    const document = await textOf(await resultFile(ada, 1), DOCUMENT);
    const signature = await sign(mallory, RESULT_KIND, encoded(document));
    const again = await withPart(await withPart(await resultFile(ada), DOCUMENT, document), SIGNATURE, signature);
    expect(await wordsOf(again)).toEqual(["holds", "caution", BY_STRANGER, true]);
    // The stated fingerprint is Ada's: a file whose fingerprint does not match its key cannot be read.
    const stated = await withPart(again, SIGNATURE, signature.replace(mallory.fingerprint, ada.fingerprint));
    expect(await wordsOf(stated)).toEqual(["unreadable", "bad", "The signature in this file cannot be read", false]);
  });

  it("an unchecked signature, whichever key it names", () => {
    for (const { publicKey, fingerprint } of [own, ada]) {
      const { state, words } = signatureWords({ state: "unchecked", algorithm: "Ed25519", publicKey, fingerprint }, own.fingerprint, KNOWN);
      expect([state, words]).toEqual(["caution", "This browser cannot check the signature, which claims to be by the key below"]);
    }
  });

  it("a key whose fingerprint begins or ends like another’s, or that has only its fingerprint", () => {
    const held = (fingerprint: string, publicKey = "other") =>
      signatureWords({ state: "holds", algorithm: "Ed25519", publicKey, fingerprint }, own.fingerprint, KNOWN);
    const other = (digits: string) => digits.replace(/./g, (digit) => (digit === "0" ? "1" : "0"));
    const { fingerprint } = ada;
    expect(held(fingerprint.slice(0, 4) + other(fingerprint.slice(4)))).toMatchObject({ state: "caution", stranger: true, alike: "Ada" });
    expect(held(other(fingerprint.slice(0, -4)) + fingerprint.slice(-4))).toMatchObject({ state: "caution", alike: "Ada" });
    expect(held(own.fingerprint.slice(0, 60) + other(own.fingerprint.slice(60)))).toMatchObject({ stranger: true, alike: "this device" });
    expect(held(other(fingerprint))).toMatchObject({ stranger: true, alike: null });
    expect(held(fingerprint)).toMatchObject({ state: "caution", stranger: true, alike: "Ada" });
    expect(held(fingerprint, ada.publicKey)).toMatchObject({ state: "ok", stranger: false, alike: null });
  });
});

describe("a result file with extra entries", () => {
  const damaged = { ok: false, failure: { reason: "results/damaged" } };

  it.each([
    ["two documents", DOCUMENT],
    ["a document of another case", "Prospect-Result.JSON"],
    ["a document in wide letters", "ｐrospect-result.json"],
    ["two signatures", SIGNATURE],
    ["a signature of another case", "SIGNATURE.json"],
  ])("%s: which of them counts, no reader has to guess", async (_, name) => {
    for (const key of [ada, null]) {
      const file = await resultFile(key);
      const other = encoded(await textOf(await resultFile(mallory, 1), name === SIGNATURE ? SIGNATURE : DOCUMENT));
      // An unsigned file has no signature that a second one could replace.
      for (const twice of [
        (parts: Part[]): Part[] => [...parts, [name, other]],
        (parts: Part[]): Part[] => [parts[0], [name, other], ...parts.slice(1)],
      ])
        if (key !== null || !/signature/i.test(name))
          expect(await readResult({ file: await remade(file, twice) }, context)).toMatchObject(damaged);
    }
  });

  it("two copies of one dataset are refused, also with another path separator", async () => {
    const file = await resultFile(ada);
    const again = (rename: (name: string) => string) =>
      remade(file, (parts) =>
        parts.flatMap(([name, bytes]): Part[] =>
          name.startsWith("data/")
            ? [
                [name, bytes],
                [rename(name), bytes],
              ]
            : [[name, bytes]],
        ),
      );
    for (const rename of [(name: string) => name, (name: string) => name.toUpperCase(), (name: string) => name.replace("/", "\\")])
      expect(await readResult({ file: await again(rename) }, context)).toMatchObject(damaged);
  });

  it("an entry that its document does not list is named and not read, even if the signature holds", async () => {
    const file = await resultFile(ada);
    const [[, foreign]] = (await partsOf(await resultFile(mallory))).filter(([name]) => name.startsWith("data/"));
    const extra: Part[] = [
      ["README.txt", encoded("audited")],
      [`data/${"0".repeat(64)}.parquet`, foreign],
      ["data/", encoded("")],
    ];
    const { signature, data, document, unlisted } = await opened(await remade(file, (parts) => [...parts, ...extra]));
    expect(signature.state).toBe("holds");
    expect(data.map(({ hash }) => hash)).toEqual(document.datasets.map(({ hash }) => hash));
    expect(unlisted).toEqual(["README.txt", `data/${"0".repeat(64)}.parquet`]);
    expect((await opened(file)).unlisted).toEqual([]);
  });
});

describe("a signature cannot carry anything it does not cover", () => {
  const insert = (text: string, more: string) => text.replace("{", `{${more}`);
  const CASES = [
    ["a field more", '"note":"approved by Ada",'],
    ["a field twice", '"format":"approved by Ada",'],
    ["the end of its template in other letters", '"format":"</TEMPLATE><h1>Approved</h1>",'],
    ["a space", " "],
  ] as const;

  it.each(CASES)("%s in a result file", async (_, more) => {
    const file = await resultFile(ada);
    const forged = await withPart(file, SIGNATURE, insert(await textOf(file, SIGNATURE), more));
    expect((await opened(forged)).signature).toEqual({ state: "unreadable" });
  });

  it.each(CASES)("%s in a report", async (_, more) => {
    const html = await (await reportFile(ada)).text();
    const forged = html.replace(`${SIGNATURE_BEGIN}{`, `${SIGNATURE_BEGIN}{${more}`);
    expect(forged).not.toBe(html);
    expect((await opened(new Blob([forged]))).signature).toEqual({ state: "unreadable" });
  });
});

describe("nothing is shown after a report's page, and nothing is duplicated", () => {
  it.each([
    ["a template that is drawn in place of the page", '<template shadowrootmode="open">Approved</template>'],
    ["a second document", '<template id="prospect-result">{}</template>'],
    ["a second signature", '<template id="prospect-signature"></template>'],
    ["a template of its own", '<template id="approved">Ada</template>'],
  ])("%s is named", async (_, more) => {
    const html = await (await reportFile(null)).text();
    expect((await opened(new Blob([html]))).altered).toEqual([]);
    const data = html.indexOf('<template id="prospect-result">');
    const forged = html.slice(0, data) + more + html.slice(data);
    expect((await opened(new Blob([forged]))).altered.map(({ name }) => name)).toEqual(["A part beside the results"]);
  });
});
