import "../../src/styles.css";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { clients } from "../../src/state/clients";
import { settings } from "../../src/state/settings";
import { workspace } from "../../src/state/workspace";
import Portfolio from "../../src/tools/portfolio/portfolio.tsx";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import { ALL, itInLongRuns } from "../fixtures/in-all";
import { testSeries } from "../fixtures/series";
import { findingsInBothThemes } from "./axe.ts";
import { emptyClients } from "./empty-clients.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name });

/** Rising prices, different for each seed. */
const path = (seed: number) => Array.from({ length: 160 }, (_, t) => 100 * (1 + 0.004 * t) * (1 + 0.02 * Math.sin(seed * (t + 1) ** 1.3)));

const open = () =>
  render(
    <main>
      <Portfolio />
      <ToastRegion />
    </main>,
  );

/** The screen with a client's portfolio of half gold and some oil; returns the client's id. */
async function openHoldings(oil: number): Promise<string> {
  await workspace.add({ ...testSeries("portfolio-gold", path(1)), name: "Gold" });
  await workspace.add({ ...testSeries("portfolio-oil", path(2)), name: "Oil" });
  const holdings = [
    { hash: "portfolio-gold", name: "Gold", weight: 0.5 },
    { hash: "portfolio-oil", name: "Oil", weight: oil },
  ];
  const { id } = await clients.add({ name: "Ada", note: "", portfolios: [{ id: "p1", name: "Income", holdings }] });
  await open();
  await page.getByRole("radio", { name: "Client portfolio" }).click();
  await button(/Choose a portfolio|Ada, Income/).click();
  await page.getByRole("option", { name: /Ada, Income/ }).click();
  return id;
}

/** axe runs twice over a screen with many parts. */
const PATIENT = 90_000;

beforeEach(async () => {
  await emptyClients();
  // The tab of the test before.
  window.history.replaceState(window.history.state, "", window.location.pathname);
});
afterEach(emptyClients);

itInLongRuns(
  "optimizes a client's portfolio and saves the weights back to it",
  async () => {
    const id = await openHoldings(0.3);
    await expect.element(page.getByText(/2 holdings\. The weights sum to 80\.0%; 20\.0% is cash\./)).toBeVisible();
    await button("Optimize Portfolio").click();
    const table = page.getByRole("table", { name: "Weights and contributions" });
    await expect.element(table).toHaveTextContent(/Gold/);
    // The weights belong to the client, so there is nothing to apply to the fields.
    expect(button("Use these weights").elements()).toHaveLength(0);
    await expect.element(page.getByRole("heading", { name: "Correlations" })).toBeInTheDocument();
    await expect.poll(() => page.getByText("Loading chart").elements().length).toBe(0);
    if (ALL) expect(await findingsInBothThemes()).toEqual([]);

    await button("Save to a client").click();
    await expect.element(page.getByText("its weights will be replaced", { exact: false })).toBeVisible();
    await button("Replace weights").click();
    await expect.element(page.getByText("Saved as Income of Ada")).toBeVisible();
    const [saved, ...others] = clients.find(id)?.body.portfolios ?? [];
    expect(others).toEqual([]);
    expect(saved.id).toBe("p1");
    expect(saved.holdings.map(({ hash }) => hash).sort()).toEqual(["portfolio-gold", "portfolio-oil"]);
    expect(saved.holdings.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect(saved.holdings.map(({ weight }) => weight)).not.toEqual([0.5, 0.3]);
  },
  PATIENT,
);

const risky = () => page.getByRole("textbox", { name: "Risk-free rate" });

it(
  "names the groups whose limits contradict each other, and respects those that do not",
  async () => {
    await openHoldings(0.5);
    await button("Limits by group").click();
    await button("Add a group").click();
    await expect.element(page.getByText("an empty group is ignored", { exact: false })).toBeVisible();
    const name = page.getByRole("textbox", { name: "Name of group 1" });
    await expect.element(name).toHaveValue("Group 1");
    await name.fill("Metals");
    await button("Gold").click();
    const least = page.getByRole("textbox", { name: "Metals, minimum" });
    await least.fill("130");
    await userEvent.tab();
    await button("Optimize Portfolio").click();
    const conflict = page.getByText("No weights satisfy all limits: Metals at least 130%. Relax it, or the bounds of the assets");
    await expect.element(conflict).toBeVisible();
    await least.fill("90");
    await userEvent.tab();
    await button("Optimize Portfolio").click();
    await expect.element(conflict).not.toBeInTheDocument();
    const row = page.getByRole("table", { name: "Weights and contributions" }).getByRole("row", { name: /Gold/ });
    await expect.element(row).toHaveTextContent(/9\d\.\d\d%|100\.00%/);
    if (ALL) expect(await findingsInBothThemes()).toEqual([]);
    await button("Remove Metals").click();
    await expect.element(page.getByText("Data or settings have changed", { exact: false })).toBeVisible();
  },
  PATIENT,
);

it("Rebalancing hands on what it simulated, not the optimized weights", async () => {
  await openHoldings(0.3);
  await button("Optimize Portfolio").click();
  const next = page.getByRole("navigation", { name: "Next steps" });
  await expect.element(next).toBeVisible();
  await page.getByRole("tab", { name: "Rebalancing" }).click();
  await expect.element(page.getByText(/^No simulation yet/)).toBeVisible();
  await expect.element(next).not.toBeInTheDocument();
  await button("Run Simulation").click();
  await next.getByRole("button", { name: "Risk of this portfolio" }).click();
  const values = () => workspace.read().datasets.filter(({ name }) => name.startsWith("Portfolio value"));
  await expect.poll(() => values().map(({ name }) => name)).toEqual(["Portfolio value: Ada, Income"]);
});

it("starts with the risk-free rate of the settings, and keeps its own once there is one", async () => {
  settings.change({ riskFree: 3.5 });
  try {
    await render(<Portfolio />);
    await expect.element(risky()).toHaveValue("3.5");
    settings.change({ riskFree: 1 });
    await expect.element(risky()).toHaveValue("1");
    await risky().fill("4");
    await userEvent.tab();
    settings.change({ riskFree: 2 });
    await expect.element(risky()).toHaveValue("4");
    await risky().fill("");
    await userEvent.tab();
    await expect.element(risky()).toHaveValue("2");
  } finally {
    settings.change({ riskFree: 2 });
  }
});

it("reads weights from a list of positions, reports mismatches with the assets, and undoes it", async () => {
  await open();
  await page.getByRole("radio", { name: "Dataset" }).click();
  await page
    .getByRole("textbox", { name: "Asset Data" })
    .fill("Date,SPY,TLT,GLD\n2024-01-02,470,98,192\n2024-01-03,466,97,189\n2024-01-04,467,96,190");
  const weight = (name: string) => page.getByRole("textbox", { name });
  await expect.element(weight("SPY")).toBeVisible();
  await expect.element(page.getByText(/^3 rows/)).toBeVisible();
  await button("Weights from a list").click();
  await expect.element(button("Weights from a list")).toHaveAttribute("aria-expanded", "true");
  const list = page.getByRole("textbox", { name: "List of positions" });
  await list.fill("AAPL 60\nMSFT 40");
  await button("Use the list").click();
  await expect.element(page.getByText("The list names none of the assets (SPY, TLT, GLD)")).toBeVisible();
  await list.fill("Ticker,Market Value\nSPY,60000\nTLT,20000\nCASH,20000");
  await button("Use the list").click();
  await expect.element(weight("SPY")).toHaveValue("60");
  await expect.element(weight("TLT")).toHaveValue("20");
  await expect.element(weight("GLD")).toHaveValue("0");
  await expect.element(page.getByText("Not in the list, so 0%: GLD.")).toBeVisible();
  await expect.element(page.getByText("Not among the assets, so left in cash: CASH (20.0%).")).toBeVisible();
  await button("Undo").click();
  await expect.element(weight("SPY")).toHaveValue("33.3333");
});
