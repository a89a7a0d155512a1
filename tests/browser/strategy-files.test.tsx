import "../../src/styles.css";
import { expect, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { strategies } from "../../src/state/strategies";
import { savedStrategy } from "../../src/state/strategy-body";
import { strategyFile } from "../../src/state/strategy-file";
import { BUILDER_DEFAULTS } from "../../src/tools/strategy-builder/settings";
import { itInLongRuns } from "../fixtures/in-all";
import { findingsInBothThemes } from "./axe.ts";
import { box, button } from "./fields.ts";
import { buildAnew, open } from "./strategy-builder-stage.tsx";

vi.setConfig({ testTimeout: 180_000 });

buildAnew();

const SAVED = { ...BUILDER_DEFAULTS.strategy, name: "Brought" };
const exported = () => JSON.stringify(strategyFile([SAVED, { ...SAVED, name: "Another" }]));
const names = () =>
  strategies
    .read()
    .records.map(({ body }) => body.name)
    .sort();

async function importFile(file: File) {
  const input = document.querySelector<HTMLInputElement>('input[type="file"][accept*=".sealed"]:not([accept*=".csv"])');
  if (!input) throw new Error("there is no file input");
  await userEvent.upload(input, file);
}

itInLongRuns("names the strategies of a file before importing any of them", async () => {
  await strategies.add(savedStrategy(SAVED, null, 1));
  await open();
  await importFile(new File([exported()], "theirs.json"));
  const dialog = page.getByRole("alertdialog");
  await expect.element(dialog).toHaveTextContent(/theirs\.json contains 2 strategies/);
  await expect.element(dialog).toHaveTextContent(/Brought.*same name.*Another.*new/);
  expect(names()).toEqual(["Brought"]);
  expect(await findingsInBothThemes()).toEqual([]);
  await button("Cancel").click();
  expect(names()).toEqual(["Brought"]);
  await importFile(new File([exported()], "theirs.json"));
  await button("Import").click();
  await expect.poll(names).toEqual(["Another", "Brought", "Brought"]);
});

itInLongRuns("exports strategies encrypted; a wrong passphrase and a damaged file have different messages", async () => {
  const made: Blob[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const address = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${made.push(blob as Blob)}`);
  await open();
  await button("Export encrypted").click();
  await box("Passphrase").fill("correct horse");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => click.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual(["strategy.strategy.sealed"]);
  click.mockRestore();
  address.mockRestore();
  const bytes = new Uint8Array(await made[0].arrayBuffer());
  await importFile(new File([bytes], "mine.sealed"));
  for (const [passphrase, words] of [
    ["wrong horse", /passphrase does not open/],
    ["correct horse", /contains 1 strategy/],
  ] as const) {
    await box("Passphrase of mine.sealed").fill(passphrase);
    await button("Open").last().click();
    await expect.element(page.getByRole("alertdialog")).toHaveTextContent(words);
  }
  await button("Cancel").click();
  bytes[bytes.length - 1] ^= 1;
  await importFile(new File([bytes], "mine.sealed"));
  await box("Passphrase of mine.sealed").fill("correct horse");
  await button("Open").last().click();
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent(/encrypted file is damaged/);
});
