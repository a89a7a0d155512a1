import "../../src/styles.css";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { makeRouter } from "../../src/app/router.tsx";
import { storage } from "../../src/client/compute.ts";
import { settings } from "../../src/state/settings.ts";
import { workspace } from "../../src/state/workspace.ts";
import { itInLongRuns } from "../fixtures/in-all";
import { testSeries } from "../fixtures/series.ts";
import { pressOnceAttended } from "./attended.ts";
import { findings } from "./axe.ts";

async function open(path: string) {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await render(<RouterProvider router={router} />);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return router;
}

const box = () => page.getByRole("combobox", { name: "Search tools and models..." });
const options = () => [...document.querySelectorAll('[role="option"]')].map((option) => option.textContent);

async function search(words: string) {
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard(words);
}

beforeEach(() => {
  localStorage.clear();
  settings.reset();
});
afterEach(() => {
  delete document.documentElement.dataset.theme;
  settings.reset();
});

describe("search", () => {
  itInLongRuns("runs an action", async () => {
    await open("/");
    await search("dark theme");
    await expect.poll(() => options()[0]).toContain("Switch to dark theme");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => document.documentElement.dataset.theme).toBe("dark");
    await expect.element(box()).not.toBeInTheDocument();
  });

  it("explains how a figure is computed", async () => {
    await open("/");
    await search("sharpe ratio");
    await expect.poll(() => options()[0]).toContain("Sharpe ratio");
    await userEvent.keyboard("{Enter}");
    const dialog = page.getByRole("dialog", { name: "Sharpe ratio" });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByRole("heading", { name: "How it is computed" })).toBeVisible();
    expect(await findings("light")).toEqual([]);
  });

  it("finds datasets, clients and strategies, and opens a dataset in a tool", async () => {
    const series = {
      ...testSeries(
        "search-zebra",
        Array.from({ length: 321 }, (_, index) => 100 + (index % 7)),
      ),
      name: "Zebra prices",
    };
    await workspace.add(series);
    const kept = [
      { kind: "client", body: { name: "Zebra client" } },
      { kind: "strategy", body: { name: "Zebra strategy" } },
    ] as const;
    for (const { kind, body } of kept) {
      const record = { id: `search-${kind}`, kind, createdAt: 1, changedAt: 1, removedAt: null, body };
      await storage.run("save-record", { workspace: "prospect", record }, { cache: false });
    }
    const router = await open("/");
    await search("zebra");
    const found = ["Zebra prices321 rows", "Zebra strategy", "Zebra client"];
    await expect.poll(() => found.filter((name) => !options().some((text) => text.startsWith(name)))).toEqual([]);
    await userEvent.click(page.getByRole("option", { name: "Zebra prices" }));
    await userEvent.click(page.getByRole("dialog", { name: "Open Zebra prices in" }).getByRole("button", { name: "GARCH Model" }));
    await expect.poll(() => router.state.location.pathname).toBe("/garch-model");
    await expect.element(page.getByText(/321/).first()).toBeVisible();
    await workspace.remove(series.hash);
    for (const { kind } of kept) await storage.run("remove-record", { workspace: "prospect", id: `search-${kind}` }, { cache: false });
  });

  itInLongRuns("leads to a section of the settings, and closes when the address changes", async () => {
    const router = await open("/");
    await search("decimal separator");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => [router.state.location.pathname, router.state.location.hash]).toEqual(["/settings", "numbers"]);
    await search("x");
    await router.navigate({ to: "/" });
    await expect.element(box()).not.toBeInTheDocument();
  });
});

describe("single keys", () => {
  const floats = () => document.querySelector('[role="dialog"]') !== null;

  it("/ opens the search", async () => {
    await open("/");
    await pressOnceAttended("/", floats);
    await expect.element(box()).toHaveFocus();
    // Every entry is compared with the input, so a pasted file is cut.
    await expect.element(box()).toHaveAttribute("maxlength", "200");
  });

  itInLongRuns("? shows them all, and they can be turned off there", async () => {
    await open("/");
    await pressOnceAttended("?", floats);
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect.element(sheet).toBeVisible();
    expect(await findings("dark")).toEqual([]);
    await userEvent.click(sheet.getByText("Single-key shortcuts"));
    await userEvent.keyboard("{Escape}");
    await expect.element(sheet).not.toBeInTheDocument();
    await userEvent.keyboard("?");
    await userEvent.keyboard("/");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(box()).toHaveFocus();
  });

  itInLongRuns("g and a letter go to a screen; typing in a field does not", async () => {
    const router = await open("/garch-model");
    await pressOnceAttended("?", floats);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    const data = page.getByRole("textbox").first();
    await userEvent.click(data);
    await userEvent.keyboard("gd/?");
    expect(router.state.location.pathname).toBe("/garch-model");
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("gd");
    await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
    settings.change({ keys: { "go /risk-management": "z" } });
    await userEvent.keyboard("gz");
    await expect.poll(() => router.state.location.pathname).toBe("/risk-management");
  });

  itInLongRuns("[ collapses the sidebar", async () => {
    await open("/");
    await pressOnceAttended("[[", () => document.querySelector('[aria-label="Expand sidebar"]') !== null);
    await userEvent.keyboard("[[");
    await expect.element(page.getByRole("button", { name: "Collapse sidebar" })).toBeVisible();
  });
});
