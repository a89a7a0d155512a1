import "../../src/styles.css";
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Signature } from "../../src/app/signature-line.tsx";
import { SignersSection } from "../../src/pages/settings/signers-section.tsx";
import { withDeviceKeys } from "../../src/state/device-keys";
import { edits } from "../../src/state/edits";
import type { KnownSigner } from "../../src/state/known-signers";
import { nameCaution, nameProblem, signerName } from "../../src/state/signer-names";
import { findingsInBothThemes } from "./axe.ts";

const fingerprint = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const ADA = { publicKey: "QWRh", fingerprint };
/** Its fingerprint starts like Ada's. */
const LIKE = { publicKey: "TWFs", fingerprint: `9f86${"0".repeat(60)}` };
const held = (key: typeof ADA) => ({ state: "holds", algorithm: "Ed25519", ...key }) as const;

const stage = () =>
  render(
    <main>
      <h1>Known signers</h1>
      <ul aria-label="Of Ada">
        <Signature signature={held(ADA)} />
      </ul>
      <ul aria-label="Of another">
        <Signature signature={held(LIKE)} />
      </ul>
      <SignersSection />
    </main>,
  );

const line = (name: string) => page.getByRole("list", { name, exact: true });
const list = () => page.getByRole("list", { name: "Known signers" });
const dialog = () => page.getByRole("dialog");
const trust = (name: string) => line(name).getByRole("button", { name: "Trust this key…" });
const KNOWN = "Signed by Ada (known key). The signature is valid";
const STRANGER = "neither this device’s nor a known key";

/** As another tab would. */
async function keptElsewhere(id: string, signer: unknown): Promise<void> {
  await withDeviceKeys("readwrite", (keys) => keys.put(signer, `signer:${id}`));
  const channel = new BroadcastChannel("prospect-known-signers");
  channel.postMessage("changed");
  channel.close();
}

afterEach(() => {
  vi.restoreAllMocks();
});

it("a stranger’s key can be given a name once its fingerprint has been shown; that can be undone, changed and revoked", async () => {
  await stage();
  await expect.element(line("Of Ada")).toHaveTextContent(STRANGER);
  await expect.element(page.getByText("No known signers.", { exact: false })).toBeVisible();
  await trust("Of Ada").click();
  await expect.element(dialog()).toHaveTextContent("9f86 d081 884c 7d65 9a2f eaa0 c55a d015 a3bf 4f1b 2b0b 822c d15d 6c15 b0f0 0a08");
  await expect.element(dialog()).toHaveTextContent("over another channel than the file");
  expect(await findingsInBothThemes()).toEqual([]);
  await expect.element(dialog().getByRole("button", { name: "Trust" })).toBeDisabled();
  await userEvent.fill(dialog().getByLabelText("Name"), "  Ada ");
  await dialog().getByRole("button", { name: "Trust" }).click();
  await expect.element(line("Of Ada")).toHaveTextContent(KNOWN);
  await expect.element(trust("Of Ada")).not.toBeInTheDocument();
  await expect.element(list()).toHaveTextContent(/^Ada9f86 d081 .* 0a08Added /);
  expect(await findingsInBothThemes()).toEqual([]);

  await edits.undo();
  await expect.element(line("Of Ada")).toHaveTextContent(STRANGER);
  await edits.redo();
  await expect.element(line("Of Ada")).toHaveTextContent(KNOWN);

  // Another key is another signer, whatever its fingerprint begins with, and cannot get the name of a known one.
  await expect.element(line("Of another")).toHaveTextContent(STRANGER);
  await expect
    .element(line("Of another"))
    .toHaveTextContent("This is not the key of Ada, though its fingerprint begins or ends like that one");
  await trust("Of another").click();
  await userEvent.fill(dialog().getByLabelText("Name"), "ADA\u200b");
  await expect.element(dialog()).toHaveTextContent("Another known key has the name Ada");
  await expect.element(dialog().getByRole("button", { name: "Trust" })).toBeDisabled();
  await dialog().getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Rename Ada" }).click();
  await userEvent.fill(dialog().getByLabelText("Name"), "Ada Lovelace");
  await dialog().getByRole("button", { name: "Rename" }).click();
  await expect.element(line("Of Ada")).toHaveTextContent("Signed by Ada Lovelace (known key)");
  await edits.undo();
  await expect.element(line("Of Ada")).toHaveTextContent(KNOWN);

  await page.getByRole("button", { name: "Remove Ada" }).click();
  await expect.element(line("Of Ada")).toHaveTextContent(STRANGER);
  await edits.undo();
  await expect.element(line("Of Ada")).toHaveTextContent(KNOWN);
  await edits.redo();
  await expect.element(page.getByText("No known signers.", { exact: false })).toBeVisible();
});

it("changes by another tab are shown here and not undone by an older edit, and damaged entries do not count", async () => {
  await stage();
  const signer: KnownSigner = { ...ADA, name: "Ada", trustedAt: 5 };
  await keptElsewhere(fingerprint, signer);
  await expect.element(line("Of Ada")).toHaveTextContent(KNOWN);
  await page.getByRole("button", { name: "Rename Ada" }).click();
  await userEvent.fill(dialog().getByLabelText("Name"), "Grace");
  await dialog().getByRole("button", { name: "Rename" }).click();
  await expect.element(line("Of Ada")).toHaveTextContent("Signed by Grace (known key)");
  await keptElsewhere(fingerprint, { ...signer, name: "Emmy" });
  await expect.element(line("Of Ada")).toHaveTextContent("Signed by Emmy (known key)");
  await edits.undo();
  await expect.element(line("Of Ada")).toHaveTextContent("Signed by Emmy (known key)");

  const odd = [
    null,
    "Ada",
    { ...signer, name: "" },
    { ...signer, name: "x".repeat(61) },
    { ...signer, fingerprint: "9f86" },
    { name: "Ada" },
  ];
  for (const one of odd) {
    await keptElsewhere(fingerprint, one);
    await expect.element(line("Of Ada")).toHaveTextContent(STRANGER);
    await keptElsewhere(fingerprint, signer);
    await expect.element(line("Of Ada")).toHaveTextContent(KNOWN);
  }
  await page.getByRole("button", { name: "Remove Ada" }).click();
  await expect.element(line("Of Ada")).toHaveTextContent(STRANGER);
});

it("a device that cannot store more says so: the key is not trusted, and the input is still there", async () => {
  await stage();
  const full = new DOMException("full", "QuotaExceededError");
  const ways = [
    () =>
      vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
        throw full;
      }),
    // Fails when the transaction ends.
    () => {
      const { put } = IDBObjectStore.prototype;
      vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...values) {
        const request = put.apply(this, values);
        request.addEventListener("success", () => this.transaction.abort());
        return request;
      });
    },
  ];
  const words = ["Storage on this device is full", "does not let Prospect store data"];
  for (const [place, refuse] of ways.entries()) {
    refuse();
    await trust("Of Ada").click();
    await userEvent.fill(dialog().getByLabelText("Name"), "Ada");
    await dialog().getByRole("button", { name: "Trust" }).click();
    await expect.element(dialog()).toHaveTextContent(words[place]);
    await expect.element(dialog().getByLabelText("Name")).toHaveValue("Ada");
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await expect.element(line("Of Ada")).toHaveTextContent(STRANGER);
    vi.restoreAllMocks();
  }
});

it("a name is one line of visible characters, 60 at most", () => {
  expect(signerName(" Ada\n\u0007 \tLovelace ")).toBe("Ada Lovelace");
  expect(signerName("a\u202eb")).toBe("a[U+202E]b");
  expect([...signerName("x".repeat(500))]).toHaveLength(60);
  expect(signerName("e\u0301")).toBe("é");
  const known: KnownSigner[] = [{ ...ADA, name: "Ada", trustedAt: 1 }];
  for (const nothing of ["", "\u200b\u2060", "\u3164", "\ufe0f"])
    expect([nothing, nameProblem(nothing, LIKE, known)]).toEqual([nothing, "Enter a name"]);
  for (const same of ["ada", "A d a", "Ａda", "Ada\u00ad", "\u200fAda", "Ada\u2800"])
    expect([same, nameProblem(same, LIKE, known)]).toEqual([same, "Another known key has the name Ada"]);
  const looksLike = "It looks like Ada, the name of another known key";
  for (const like of [
    "\u0410da",
    "\u0391d\u0430",
    "\u0430\u0501\u0430",
    "\ua4eeda",
    "\ua4ee\ua4d3\ua4ee",
    "\u13aa\u13a0\u13aa",
    "Ad\u0251",
  ])
    expect([like, nameProblem(like, LIKE, known)]).toEqual([like, looksLike]);
  const others = ["Al Io", "Bob"].map((name) => ({ ...ADA, name, trustedAt: 1 }));
  for (const like of ["AI lo", "A1 Io", "\u0412\u043eb"]) expect(nameProblem(like, LIKE, others)).toContain("It looks like");
  // Neither the same name nor a lookalike.
  for (const free of ["Ali", "\u0410\u0434\u0430", "Rob"])
    expect([free, nameProblem(free, LIKE, [...known, ...others])]).toEqual([free, null]);
  expect(nameProblem("Ada", ADA, known)).toBeNull();
  expect(nameProblem("Ada (laptop)", LIKE, known)).toBeNull();
});

it("a name that mixes alphabets or contains invisible characters has a warning where it is entered, listed and shown", async () => {
  expect(nameCaution("\u0410da")).toBe("The name mixes Latin and Cyrillic letters in one word: it may look like another name");
  expect(nameCaution("\u03bfmega")).toContain("Latin and Greek");
  expect(nameCaution("A\u200bda")).toBe("The name has a character that is not shown: U+200B");
  expect(nameCaution("\ua4eeda")).toContain("Latin and Lisu");
  expect(nameCaution("Ada\u2800")).toBe("The name has a character that is not shown: U+2800");
  for (const plain of ["Ada", "Ада (laptop)", "Zoë O’Neill-2", "山田 Taro", "e\u0301"])
    expect([plain, nameCaution(plain)]).toEqual([plain, null]);

  await stage();
  await trust("Of Ada").click();
  await userEvent.fill(dialog().getByLabelText("Name"), "\u0410da");
  await expect.element(dialog()).toHaveTextContent("mixes Latin and Cyrillic letters");
  expect(await findingsInBothThemes()).toEqual([]);
  await dialog().getByRole("button", { name: "Trust" }).click();
  await expect.element(list()).toHaveTextContent("mixes Latin and Cyrillic letters");
  await expect.element(line("Of Ada")).toHaveTextContent("mixes Latin and Cyrillic letters");
  await list()
    .getByRole("button", { name: /^Remove/ })
    .click();
});
