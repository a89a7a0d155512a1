import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import Clients from "../../src/pages/clients/clients.tsx";
import { clients } from "../../src/state/clients";
import { keptInputs } from "../../src/state/input-texts";
import { flushInputs } from "../../src/state/screen-inputs";
import { workspace } from "../../src/state/workspace";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import { ALL } from "../fixtures/in-all";
import { testSeries } from "../fixtures/series";
import { findingsInBothThemes } from "./axe.ts";
import { emptyClients } from "./empty-clients.ts";

beforeEach(emptyClients);
afterEach(async () => {
  vi.restoreAllMocks();
  await emptyClients();
});

const open = () =>
  render(
    <main>
      <Clients />
      <ToastRegion />
    </main>,
  );
const button = (name: string | RegExp) => page.getByRole("button", { name });

it("keeps clients with portfolios of datasets and weights, and shows the rest in cash", async () => {
  await workspace.add({ ...testSeries("clients-gold", [1, 2, 3]), name: "Gold" });
  await workspace.add({ ...testSeries("clients-oil", [3, 2, 4]), name: "Oil" });
  await open();
  await expect.element(page.getByText(/No clients yet/)).toBeVisible();
  await button("Add client").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "Note" }).fill("cautious");
  await button("Save").click();
  await expect.element(page.getByRole("heading", { name: "Ada Lovelace" })).toBeVisible();

  await button("Add portfolio to Ada Lovelace").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Income");
  await page.getByRole("textbox", { name: "Paste weights" }).fill("Gold 60%\nOil 15%\nSilver 25%");
  await button("Apply").click();
  await expect.element(page.getByText(/No dataset named Silver/)).toBeVisible();
  await expect.element(page.getByText("Weights 75.00% · cash 25.00%")).toBeVisible();
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
  await button("Save").click();
  const table = page.getByRole("table", { name: "Portfolios of Ada Lovelace" });
  await expect.element(table).toHaveTextContent(/IncomeGold 60\.0%Oil 15\.0%25\.0%/);
  expect(await findingsInBothThemes()).toEqual([]);
  expect(clients.read().records[0].body.portfolios[0].holdings).toEqual([
    { hash: "clients-gold", name: "Gold", weight: 0.6 },
    { hash: "clients-oil", name: "Oil", weight: 0.15 },
  ]);
});

it("a dialog closes and drops its input once it is saved, not before", async () => {
  await open();
  await button("Add client").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  let store: () => void = () => undefined;
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  const add = clients.add.bind(clients);
  vi.spyOn(clients, "add").mockImplementation(async (body) => {
    await stored;
    return add(body);
  });
  await button("Save").click();
  await expect.element(button("Save")).toHaveAttribute("aria-disabled", "true");
  const typed = () => {
    flushInputs();
    return keptInputs().join();
  };
  const before = typed();
  store();
  await expect.element(page.getByRole("heading", { name: "Ada Lovelace" })).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(before).toContain("Ada Lovelace");
  expect(typed()).not.toContain("Ada Lovelace");
});

it("does not save weights above 100%", async () => {
  await workspace.add({ ...testSeries("clients-gold", [1, 2, 3]), name: "Gold" });
  await clients.add({ name: "Ada", note: "", portfolios: [] });
  await open();
  await button("Add portfolio to Ada").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Bold");
  await page.getByRole("textbox", { name: "Paste weights" }).fill("Gold 104%");
  await button("Apply").click();
  await expect.element(page.getByText("Weights sum to 104.00%: reduce by 4.00%")).toBeVisible();
  await expect.element(button("Save")).toBeDisabled();
  await button("Equal weights").click();
  await expect.element(page.getByText("Weights 100.00% · cash 0.00%")).toBeVisible();
  await expect.element(button("Save")).toBeEnabled();
});

it("restores a removed portfolio and a removed client, and says which dataset is gone", async () => {
  const holdings = [{ hash: "gone", name: "Copper", weight: 1 }];
  await clients.add({ name: "Ada", note: "", portfolios: [{ id: "p", name: "Old", holdings }] });
  await open();
  await expect.element(page.getByText(/Copper 100\.0% · not on this device/)).toBeVisible();
  await button("Remove Old of Ada").click();
  await expect.element(page.getByText("No portfolios yet.")).toBeVisible();
  await button("Undo").click();
  await expect.element(page.getByRole("table", { name: "Portfolios of Ada" })).toHaveTextContent("Old");
  await button("More for Ada").click();
  await page.getByRole("menuitem", { name: "Remove client" }).click();
  await expect.element(page.getByText(/No clients yet/)).toBeVisible();
  await button("Undo").click();
  await expect.element(page.getByRole("heading", { name: "Ada" })).toBeVisible();
});

it("merges with what another tab has saved while a dialog was open, and names what it replaces", async () => {
  const portfolio = (id: string, name: string) => ({ id, name, holdings: [] });
  const { id } = await clients.add({ name: "Ada", note: "", portfolios: [portfolio("p", "Old")] });
  await open();
  await button("Edit Old of Ada").click();
  await clients.change(id, { name: "Ada", note: "theirs", portfolios: [portfolio("p", "Theirs"), portfolio("q", "New")] });
  await page.getByRole("textbox", { name: "Name" }).fill("Ours");
  await button("Save").click();
  await expect.element(page.getByText("Replaced another version of Theirs")).toBeVisible();
  const names = () => clients.find(id)?.body.portfolios.map(({ name }) => name);
  expect(names()).toEqual(["New", "Ours"]);
  expect(clients.find(id)?.body.note).toBe("theirs");
  await button("Undo").click();
  await expect.poll(names).toEqual(["New", "Theirs"]);

  await button("More for Ada").click();
  await page.getByRole("menuitem", { name: "Edit client" }).click();
  await clients.change(id, { name: "Ada", note: "theirs", portfolios: [] });
  await page.getByRole("textbox", { name: "Note" }).fill("ours");
  await button("Save").click();
  await expect.poll(() => clients.find(id)?.body).toEqual({ name: "Ada", note: "ours", portfolios: [] });
});
