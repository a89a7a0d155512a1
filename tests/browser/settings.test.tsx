import "../../src/styles.css";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { makeRouter } from "../../src/app/router.tsx";
import { figuresAs } from "../../src/state/figures-as.ts";
import { keyFor } from "../../src/state/key-binding.ts";
import { providerKey } from "../../src/state/provider-key.ts";
import { secretOf } from "../../src/state/secret-cipher.ts";
import { settings } from "../../src/state/settings.ts";
import { DEFAULT_SETTINGS } from "../../src/state/settings-schema.ts";
import { SETTINGS_SECTIONS } from "../../src/state/settings-sections.ts";
import { workspace } from "../../src/state/workspace.ts";
import { family, itInLongRuns } from "../fixtures/in-all";
import { testSeries } from "../fixtures/series.ts";
import { findingsInBothThemes } from "./axe.ts";

async function open() {
  const router = makeRouter(createMemoryHistory({ initialEntries: ["/settings"] }));
  await render(<RouterProvider router={router} />);
  await expect.element(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
}

async function choose(label: string, option: string | RegExp) {
  await userEvent.click(page.getByRole("button", { name: new RegExp(`${label}$`) }));
  await userEvent.click(page.getByRole("option", { name: option }));
}
const root = () => document.documentElement.dataset;
const example = () => document.querySelector("[data-example]")?.textContent;

beforeEach(() => {
  settings.reset();
  providerKey.forget();
});
afterEach(async () => {
  settings.reset();
  providerKey.forget();
  await page.viewport(1280, 720);
});

describe("appearance and numbers", () => {
  itInLongRuns("theme and colors take effect at once and are kept", async () => {
    await open();
    await choose("Theme", "Dark");
    await choose("Colors of up and down", /^Blue up/);
    expect([root().theme, root().updown]).toEqual(["dark", "blue-orange"]);
    expect(settings.read()).toMatchObject({ theme: "dark", upDown: "blue-orange" });
    await choose("Colors of up and down", /^Green up/);
    expect(root().updown).toBeUndefined();
  });

  it("formats change the example, and figures everywhere", async () => {
    await open();
    await choose("Number format", /de-DE/);
    await choose("Date format", "05.03.2018");
    await expect.poll(() => example()).toMatch(/^−1\.234,50 · 31,4\s% · 05\.03\.2018 14:30 · 05\.03\.2018/);
  });

  it("the program whose definitions key figures follow can be chosen here too", async () => {
    await open();
    await choose("Key figures as", /^QuantStats/);
    expect(figuresAs.read()).toBe("quantstats");
    figuresAs.choose("prospect");
  });

  itInLongRuns("a custom number of steps per year must make sense to be accepted", async () => {
    await open();
    await choose("Annualization", "Custom");
    const steps = page.getByRole("textbox", { name: "Steps per year" });
    await steps.fill("0");
    await userEvent.tab();
    await expect.element(page.getByText("Steps per year must be above 0")).toBeVisible();
    expect(settings.read().annualization).toEqual({ basis: "own", own: 252 });
    await steps.fill("1764");
    await userEvent.tab();
    await expect.element(page.getByText("Steps per year must be above 0")).not.toBeInTheDocument();
    expect(settings.read().annualization).toEqual({ basis: "own", own: 1764 });
  });
});

it("the risk-free rate must make sense to be accepted", async () => {
  await open();
  const rate = page.getByRole("textbox", { name: "Risk-free rate" });
  await expect.element(rate).toHaveValue("2");
  await rate.fill("-100");
  await userEvent.tab();
  await expect.element(page.getByText("The risk-free rate must be a number above −100%")).toBeVisible();
  expect(settings.read().riskFree).toBe(2);
  await rate.fill("3.5");
  await userEvent.tab();
  await expect.element(page.getByText("The risk-free rate must be a number above −100%")).not.toBeInTheDocument();
  expect(settings.read().riskFree).toBe(3.5);
});

describe("computing, keys, language model", () => {
  it("the number of threads is applied", async () => {
    await open();
    await choose("Threads", "3");
    expect(settings.read().threads).toBe(3);
    await choose("Threads", /^Automatic/);
    expect(settings.read().threads).toBeNull();
  });

  it("notifications the browser denies stay off, and a message says so", async () => {
    vi.spyOn(Notification, "requestPermission").mockResolvedValue("denied");
    await open();
    await userEvent.click(page.getByText(/^Notify when/));
    await expect.element(page.getByRole("alert")).toHaveTextContent("The browser does not allow notifications");
    expect(settings.read().notify).toBe(false);
    vi.restoreAllMocks();
  });

  it("a key is changed by typing another over it; one in use is refused by name", async () => {
    await open();
    const box = page.getByRole("textbox", { name: "Key for Search" });
    await userEvent.type(box, "s");
    await expect.element(box).toHaveValue("s");
    expect(settings.read().keys).toEqual({ search: "s" });
    await userEvent.type(box, "?");
    await expect.element(page.getByRole("alert")).toHaveTextContent("“?” is already used for Keyboard shortcuts.");
    await expect.element(box).toHaveValue("s");
    await userEvent.click(page.getByRole("button", { name: "Restore defaults" }));
    await expect.element(box).toHaveValue("/");
  });

  itInLongRuns("the provider's key is stored separately and never shown again", async () => {
    await open();
    const endpoint = page.getByRole("textbox", { name: "Endpoint" });
    await endpoint.fill("http://models.example");
    await expect.element(page.getByText(/^Enter an address that begins with https/)).toBeVisible();
    expect(settings.read().provider.endpoint).toBe("");
    await endpoint.fill("https://models.example/v1");
    await page.getByRole("textbox", { name: "Model", exact: true }).fill("small");
    await page.getByLabelText("Key", { exact: true }).fill("secret-key");
    await userEvent.click(page.getByRole("button", { name: "Keep", exact: true }));
    await expect.element(page.getByLabelText("Key (saved)")).toHaveValue("");
    expect(keyFor("https://models.example/v2", await secretOf(providerKey)).key).toBe("secret-key");
    expect(keyFor("https://other.example/v1", await secretOf(providerKey))).toEqual({ key: null, boundTo: "https://models.example" });
    expect(settings.read().provider).toEqual({ endpoint: "https://models.example/v1", model: "small" });
    expect(JSON.stringify(settings.read()) + document.body.innerHTML).not.toContain("secret-key");
    await userEvent.click(page.getByRole("button", { name: "Forget" }));
    expect(await secretOf(providerKey)).toBeNull();
  });
});

describe("storage and reset", () => {
  it("datasets are listed and removed, and restored on Undo", async () => {
    await workspace.add({ ...testSeries("settings-copper", [1, 2, 3, 4]), name: "Copper" });
    await open();
    const remove = page.getByRole("button", { name: "Remove Copper" });
    await userEvent.click(remove);
    await expect.element(remove).not.toBeInTheDocument();
    await userEvent.click(page.getByRole("button", { name: "Undo" }));
    await expect.element(remove).toBeVisible();
    await workspace.remove("settings-copper");
  });

  it("a browser's refusal to protect the data is shown", async () => {
    vi.spyOn(navigator.storage, "persisted").mockResolvedValue(false);
    vi.spyOn(navigator.storage, "persist").mockResolvedValue(false);
    await open();
    await userEvent.click(page.getByRole("button", { name: "Request persistence" }));
    await expect.element(page.getByText(/^The browser declined/)).toBeVisible();
    vi.restoreAllMocks();
  });

  it("reset restores all defaults, and Undo takes that back", async () => {
    settings.change({ theme: "dark", threads: 2 });
    await open();
    await userEvent.click(page.getByRole("button", { name: "Reset settings" }));
    expect(settings.read()).toEqual(DEFAULT_SETTINGS);
    await userEvent.click(page.getByRole("button", { name: "Undo" }).last());
    expect(settings.read()).toMatchObject({ theme: "dark", threads: 2 });
  });
});

family(
  [1280, 768, 390],
  (width) => width === 390,
  (widths) =>
    it.each(widths)("at %d px axe finds nothing in either theme, and nothing overflows", async (width) => {
      await page.viewport(width, 720);
      await open();
      expect(await findingsInBothThemes()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(SETTINGS_SECTIONS.filter(({ id }) => !document.getElementById(id))).toEqual([]);
    }),
);
