import "../../src/styles.css";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ErrorPage } from "../../src/app/error-page.tsx";
import { ERROR_TIPS } from "../../src/app/error-texts.ts";
import { makeRouter } from "../../src/app/router.tsx";
import { nearest } from "../../src/pages/not-found/nearest.ts";
import { screenAt, screens } from "../../src/routes.ts";
import { toast } from "../../src/ui/toast-queue.ts";
import { family, itInLongRuns } from "../fixtures/in-all";
import { findings } from "./axe.ts";

async function open(path: string, width = 1280) {
  await page.viewport(width, 720);
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await render(<RouterProvider router={router} />);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return router;
}

beforeEach(() => {
  localStorage.clear();
  // As when another tab has cleared the storage.
  window.dispatchEvent(new StorageEvent("storage"));
});
afterEach(async () => {
  delete document.documentElement.dataset.theme;
  await page.viewport(1280, 720);
});

const topBar = () => page.getByRole("navigation", { name: "Main" });
const sidebar = () => page.getByRole("navigation", { name: "Tools" });

describe("routes", () => {
  it("no path occurs twice in the table", () => {
    const paths = screens.flatMap((screen) => [...screen.paths]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("aliases and a trailing slash lead to the same screen", () => {
    expect(screenAt("/risk-assessment")).toBe(screenAt("/risk-management"));
    expect(screenAt("/optimize/")).toBe(screenAt("/portfolio"));
    expect(screenAt("/nowhere")).toBeUndefined();
  });

  it("an alias names the canonical address", async () => {
    await open("/status");
    expect(document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href).toBe(`${window.location.origin}/system-status`);
  });
});

describe("top bar", () => {
  it("has the links and badges of the product, and marks the current screen", async () => {
    await open("/dashboard");
    expect([...topBar().element().querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Home", "/"],
      ["Dashboard", "/dashboard"],
      ["Market AnalysisNew", "/market-analysis"],
      ["Risk Management", "/risk-management"],
      ["GARCH Model", "/garch-model"],
    ]);
    await expect.element(topBar().getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  });

  itInLongRuns("the user menu goes to the profile and changes the theme, which is kept", async () => {
    const router = await open("/");
    await userEvent.click(page.getByRole("button", { name: "User menu" }));
    await expect.element(page.getByRole("menuitem", { name: "Your Profile" })).toBeVisible();
    expect([...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent)).toEqual([
      "Your Profile",
      "Settings",
      "Theme: system✓, chosen",
      "Theme: light",
      "Theme: dark",
      "Sign out",
    ]);
    await userEvent.click(page.getByRole("menuitem", { name: "Theme: light" }));
    expect(document.documentElement.dataset.theme).toBe("light");
    expect(localStorage.getItem("prospect.theme")).toBe('"light"');
    await userEvent.click(page.getByRole("button", { name: "User menu" }));
    await userEvent.click(page.getByRole("menuitem", { name: "Your Profile" }));
    await expect.poll(() => router.state.location.pathname).toBe("/profile");
  });

  it("the user menu opens by keyboard even before its code has loaded, and restores the focus", async () => {
    await open("/");
    const button = page.getByRole("button", { name: "User menu" });
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("menuitem", { name: "Your Profile" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });

  it("the user menu closes when the address changes by itself", async () => {
    const router = await open("/");
    await userEvent.click(page.getByRole("button", { name: "User menu" }));
    await expect.element(page.getByRole("menu")).toBeVisible();
    await router.navigate({ to: "/risk" });
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  });

  it("a toast creates its region", async () => {
    await open("/");
    const close = toast.success("Saved");
    await expect.element(page.getByText("Saved")).toBeVisible();
    close();
    await expect.element(page.getByText("Saved")).not.toBeInTheDocument();
  });

  it("the palette stays open when the search box is double-clicked", async () => {
    await open("/");
    const box = page.getByRole("combobox", { name: "Search tools and models..." });
    const opener = page.getByRole("button", { name: /^Search tools/ });
    await userEvent.click(opener);
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(box).not.toBeInTheDocument();
    // However late the second click arrives.
    await userEvent.dblClick(opener, { delay: 600 });
    await expect.element(box).toHaveFocus();
    expect(box.query()).not.toBeNull();
  });

  itInLongRuns("the search box opens the palette with the mouse, Ctrl+K and ⌘K", async () => {
    const router = await open("/");
    const box = page.getByRole("combobox", { name: "Search tools and models..." });
    for (const way of [
      () => userEvent.click(page.getByRole("button", { name: /^Search tools/ })),
      () => userEvent.keyboard("{Meta>}k{/Meta}"),
    ]) {
      await way();
      await expect.element(box).toHaveFocus();
      await userEvent.keyboard("{Escape}");
      await expect.element(box).not.toBeInTheDocument();
    }
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(box).toHaveFocus();
    expect(await findings("dark")).toEqual([]);
    await userEvent.keyboard("markov");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => router.state.location.pathname).toBe("/markov-regime");
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  });
});

describe("sidebar", () => {
  const links = () =>
    [...sidebar().element().querySelectorAll("a")].filter((link) => link.checkVisibility()).map((link) => link.textContent);

  it("starts with Core open and opens the group of the current screen", async () => {
    await open("/lyapunov");
    expect(links()).toEqual(["Home", "Dashboard", "GARCH Model", "Market Curiosity", "Markov Regime", "LyapunovNew"]);
  });

  it.each(["null", "7", '{"open":"Core"}'])("works where the stored value is %s", async (kept) => {
    localStorage.setItem("prospect.sidebar", kept);
    await open("/");
    expect(links()).toEqual(["Home", "Dashboard"]);
  });

  it("groups open on a click and keep their state", async () => {
    await open("/");
    await userEvent.click(sidebar().getByRole("button", { name: "Tools" }));
    await userEvent.click(sidebar().getByRole("button", { name: "Core" }));
    expect(links()).toEqual([
      "Convert Data",
      "Backtester",
      "Data Integration",
      "Strategy BuilderBeta",
      "Trading EngineNew",
      "BatchNew",
      "WatchlistNew",
    ]);
    expect(JSON.parse(localStorage.getItem("prospect.sidebar") ?? "{}").open).toEqual(["Tools"]);
  });

  itInLongRuns("collapses to a strip of named icons a quarter as wide", async () => {
    await open("/garch-model");
    const wide = sidebar().element().getBoundingClientRect().width;
    await userEvent.click(page.getByRole("button", { name: "Collapse sidebar" }));
    expect(sidebar().element().getBoundingClientRect().width).toBe(wide / 4);
    await expect.element(sidebar().getByRole("link", { name: "GARCH Model" })).toHaveAttribute("aria-current", "page");
    await userEvent.hover(sidebar().getByRole("link", { name: "Lyapunov" }));
    await expect.element(page.getByRole("tooltip")).toHaveTextContent("Lyapunov");
    expect(await findings("light")).toEqual([]);
  });
});

describe("mobile menu", () => {
  const menu = () => page.getByRole("button", { name: "Menu", exact: true });
  const link = () => page.getByRole("link", { name: "Backtester" });

  itInLongRuns("has its four groups, and closes on a link, on Esc and on a press outside", async () => {
    const router = await open("/", 390);
    await userEvent.click(menu());
    await expect.element(link()).toBeVisible();
    expect(await findings("dark")).toEqual([]);
    expect([...document.querySelectorAll("#mobile-menu p")].map((group) => group.textContent)).toEqual([
      "Core",
      "Analysis",
      "Models",
      "Tools",
    ]);
    await userEvent.keyboard("{Escape}");
    await expect.element(link()).not.toBeInTheDocument();
    await expect.element(menu()).toHaveFocus();
    await userEvent.click(menu());
    await userEvent.click(page.getByRole("main"), { position: { x: 5, y: 600 } });
    await expect.element(link()).not.toBeInTheDocument();
    await userEvent.click(menu());
    await userEvent.click(link());
    await expect.poll(() => router.state.location.pathname).toBe("/backtester");
    await expect.element(link()).not.toBeInTheDocument();
  });

  it("closes when the address changes by itself", async () => {
    const router = await open("/", 390);
    await userEvent.click(menu());
    await expect.element(link()).toBeVisible();
    await router.navigate({ to: "/risk" });
    await expect.element(link()).not.toBeInTheDocument();
  });
});

describe("skip link, not found, errors", () => {
  it("the first Tab reaches the skip link", async () => {
    await open("/");
    document.body.focus();
    await userEvent.tab();
    await expect.element(page.getByRole("link", { name: "Skip to content" })).toHaveFocus();
  });

  it("an unknown address says so and offers Home and the nearest page", async () => {
    await open("/garch-modl");
    await expect.element(page.getByRole("heading", { name: "404 - Page Not Found" })).toBeVisible();
    await expect.element(page.getByText("The page you're looking for doesn't exist.")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
    await expect
      .element(page.getByRole("navigation", { name: "Similar pages" }).getByRole("link").first())
      .toHaveTextContent("GARCH Model");
    expect(await findings("light")).toEqual([]);
  });

  it("nearest puts the closest path first and omits unrelated ones", () => {
    const choices = ["/risk", "/docs", "/garch-model"].map((path) => ({ path, value: path }));
    expect(nearest("/riks", choices)[0]).toBe("/risk");
    expect(nearest("/garch", choices)).toEqual(["/garch-model"]);
    expect(nearest("/something-else-entirely", choices)).toEqual([]);
  });

  it.each([
    [
      "Failed to fetch dynamically imported module: /a.js",
      "Failed to load a required component. This might be due to a network issue or a temporary problem.",
    ],
    ["Corrupted content", "Content loading error. This might be due to cached data."],
    ["x is undefined", "The application encountered an unexpected error. Please try refreshing the page."],
  ])("error “%s” gets its text", async (message, text) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const refreshed = vi.fn(() => Promise.resolve());
    await render(<ErrorPage error={new Error(message)} onRefresh={refreshed} />);
    await expect.element(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect.element(page.getByText(text)).toBeVisible();
    expect([...document.querySelectorAll("li")].map((tip) => tip.textContent)).toEqual([...ERROR_TIPS]);
    await userEvent.click(page.getByRole("button", { name: "Refresh Page" }));
    await expect.element(page.getByRole("button", { name: "Refreshing..." })).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Refreshing..." }), { force: true });
    expect(refreshed).toHaveBeenCalledOnce();
  });
});

family(
  ([1280, 768, 390] as const).flatMap((width) => (["light", "dark"] as const).map((theme) => ({ width, theme }))),
  ({ width, theme }) => width === (theme === "light" ? 390 : 1280),
  (views) =>
    it.each(views)("at $width px axe finds nothing in the $theme theme", async ({ width, theme }) => {
      await open("/garch-model", width);
      expect(await findings(theme)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }),
);
