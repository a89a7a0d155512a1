import "../../src/styles.css";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import * as v from "valibot";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import DataIntegration from "../../src/pages/data-integration/data-integration.tsx";
import { keepAddress } from "../../src/state/feeds/feed-addresses";
import { type FeedBody, feedSchema } from "../../src/state/feeds/feed-body";
import { feedHosts, feeds } from "../../src/state/feeds/feed-records";
import { workspace } from "../../src/state/workspace";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import { ALL, itInLongRuns } from "../fixtures/in-all";
import { findings, findingsInBothThemes } from "./axe.ts";

async function empty() {
  await feeds.open();
  for (const { id } of feeds.read().records) await feeds.remove(id);
  await workspace.open();
  for (const { hash } of workspace.read().datasets) await workspace.remove(hash);
  localStorage.clear();
}
/** Threads start slowly on a busy machine. */
const SOON = { timeout: 40_000 };
const LONG = 120_000;

beforeEach(empty);
afterEach(empty);

function open() {
  const root = createRootRoute({
    component: () => (
      <main>
        <DataIntegration />
        <ToastRegion />
      </main>
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  return render(<RouterProvider router={router as never} />);
}
const market = () => page.getByRole("region", { name: "Market Data Feed", exact: true });
const news = () => page.getByRole("region", { name: "News Feed", exact: true });
const body: FeedBody = {
  name: "Kept",
  kind: "market",
  form: "address",
  address: "https://host.example/prices.csv",
  whole: true,
  seed: 0,
  since: 0,
  interval: 0,
  paused: false,
  dataset: null,
  owned: false,
  rows: 12,
  fetchedAt: Date.UTC(2026, 0, 5),
  trouble: null,
  news: [],
};

it("has both forms with the specified labels, and nothing to connect without an address", { timeout: LONG }, async () => {
  await open();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Data Integration");
  for (const form of [market(), news()]) {
    await expect.element(form.getByRole("textbox", { name: "Feed URL" })).toHaveAttribute("required");
    await expect.element(form.getByRole("button", { name: /^Connect/ })).toBeDisabled();
  }
  await expect.element(page.getByText(/^No feeds yet/)).toBeVisible();
  const message = page.getByRole("textbox", { name: "Subscription message" });
  await expect.element(message).not.toBeInTheDocument();
  await market().getByRole("textbox", { name: "Feed URL" }).fill("wss://host/live");
  await expect.element(message).toBeVisible();
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
});

it("refuses an invalid address with a message, by Enter too, and keeps the input", { timeout: LONG }, async () => {
  await open();
  for (const [form, address, words] of [
    [market(), "prices", /^Enter a valid URL/],
    [market(), "file:///etc/passwd", /^Enter a valid URL/],
    [market(), "https://me:secret@host/a", /^This address contains a user name or password/],
    [news(), "wss://host/live", "News feeds are read over https:// or http://, not over a socket"],
  ] as const) {
    const box = form.getByRole("textbox", { name: "Feed URL" });
    await box.fill(address);
    await userEvent.keyboard("{Enter}");
    await expect.element(form.getByRole("alert"), SOON).toHaveTextContent(words);
    await expect.element(box).toHaveValue(address);
  }
  if (ALL) expect(await findings("light")).toEqual([]);
});

itInLongRuns("connects the simulator, shows its first rows and labels it", { timeout: LONG }, async () => {
  await open();
  await market().getByRole("textbox", { name: "Feed URL" }).fill("demo:5");
  await market().getByRole("button", { name: "Connect market data feed" }).click();
  await expect.element(market().getByText("Successfully connected to market data feed!"), SOON).toBeVisible();
  await expect.element(market().getByText("The first 5 of 390 rows, oldest first")).toBeVisible();
  await news().getByRole("textbox", { name: "Feed URL" }).fill("demo:5");
  await news().getByRole("button", { name: "Connect news feed" }).click();
  await expect.element(news().getByText("Successfully connected to news feed!"), SOON).toBeVisible();
  const table = page.getByRole("table", { name: "Feeds" });
  await expect.element(table).toHaveTextContent(/Simulated news 5NewsSimulated/);
  await expect.element(table).toHaveTextContent(/Simulated market 5MarketSimulated/);
  expect(workspace.read().datasets.map(({ name, length }) => [name, length])).toEqual([["Simulated market 5", 390]]);
  expect(feeds.read().records.map(({ body }) => v.safeParse(feedSchema, body).success)).toEqual([true, true]);
  expect(await findingsInBothThemes()).toEqual([]);
});

it("lists feeds with their state, and says which address is missing or why a reading failed", { timeout: LONG }, async () => {
  const long = "A feed with a name that goes on and on, as names made of addresses do, until nobody can read all of it at once";
  await feeds.add({ ...body, name: "Paused", paused: true });
  await feeds.add({
    ...body,
    name: long,
    trouble: "https://host.example responded with status 503",
    interval: 86_400_000,
    fetchedAt: Date.now(),
  });
  await feeds.add({ ...body, name: "Without its end", whole: false });
  // A backup may contain anything; the valid feeds must still be read.
  await feeds.add({ ...body, name: "Nowhere", address: "prices" });
  expect(feedHosts()).toEqual(["https://host.example"]);
  const { id } = await feeds.add({ ...body, name: "With its end", whole: false });
  keepAddress(id, { url: "https://host.example/prices.csv?symbol=A", proxy: "", message: "" }, false);
  await open();
  const table = page.getByRole("table", { name: "Feeds" });
  const row = (name: string) => table.getByRole("row").filter({ hasText: name });
  await expect.element(row("Paused")).toHaveTextContent(/paused.*12.*manually/);
  await expect.element(row(long)).toHaveTextContent(/failing.*responded with status 503.*1 day/);
  await expect.element(row("Without its end")).toHaveTextContent("address missing");
  await expect.element(row("Nowhere")).toHaveTextContent("address missing");
  await expect.element(page.getByRole("button", { name: "Refresh Without its end" })).toBeDisabled();
  await expect.element(row("With its end")).toHaveTextContent("manual");
  await expect.element(table).not.toHaveTextContent("symbol=A");
  if (ALL) expect(await findings("light")).toEqual([]);
  await page.getByRole("button", { name: "Resume Paused" }).click();
  await expect.element(page.getByRole("button", { name: "Pause Paused" })).toBeVisible();
  await page.getByRole("button", { name: "More about With its end" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect.element(row("With its end")).not.toBeInTheDocument();
  expect(localStorage.getItem("prospect.feed-addresses")).toBe("{}");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(row("With its end")).toHaveTextContent("manual");
  expect(localStorage.getItem("prospect.feed-addresses")).toContain("symbol=A");
});

it("reads downloaded files, refuses web pages among them, and reads a news file as plain text", { timeout: LONG }, async () => {
  await open();
  const input = document.querySelectorAll<HTMLInputElement>("input[type=file]");
  const take = (place: number, name: string, text: string) => userEvent.upload(input[place], new File([text], name));
  await take(0, "page.csv", "<!doctype html><script>window.hacked = 1</script>");
  await expect.element(market().getByRole("alert"), SOON).toHaveTextContent(/^This is a web page/);
  await take(0, "prices.csv", "Date,Close\n2026-01-02,1\n2026-01-05,2\n");
  await expect.element(market().getByText("prices.csv is now among the loaded series"), SOON).toBeVisible();
  await take(1, "news.xml", "<rss><channel><item><title>&lt;img src=x onerror=window.hacked=1&gt;Tin falls</title></item></channel></rss>");
  await expect.element(news().getByText("news.xml is now among the feeds"), SOON).toBeVisible();
  await expect.element(news().getByRole("table")).toHaveTextContent(/no dateTin falls$/);
  expect("hacked" in window).toBe(false);
});

/** The picker is native UI and returns a handle: here, of a file in the private file system. */
async function withPicker(test: (write: (text: string) => Promise<void>) => Promise<void>) {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle("followed.csv", { create: true });
  const pick = Object.getOwnPropertyDescriptor(window, "showOpenFilePicker");
  Object.defineProperty(window, "showOpenFilePicker", { configurable: true, value: async () => [handle] });
  try {
    await test(async (text) => {
      const writer = await handle.createWritable();
      await writer.write(text);
      await writer.close();
    });
  } finally {
    if (pick) Object.defineProperty(window, "showOpenFilePicker", pick);
    else Reflect.deleteProperty(window, "showOpenFilePicker");
    await root.removeEntry("followed.csv");
  }
}

it("follows a local file, asks for permission again, and says where a browser cannot", { timeout: LONG }, async () => {
  await withPicker(async (write) => {
    await write("Date,Close\n2026-01-02,1\n2026-01-05,2\n");
    await open();
    await market().getByRole("button", { name: "Follow a local file" }).click();
    await expect.element(market().getByText("Successfully connected to market data feed!"), SOON).toBeVisible();
    const row = page.getByRole("table", { name: "Feeds" }).getByRole("row").filter({ hasText: "followed.csv" });
    await expect.element(row).toHaveTextContent(/followed\.csv, a file of this device.*refreshing.*2/);
    await write("Date,Close\n2026-01-02,1\n2026-01-05,2\n2026-01-06,3\n");
    await page.getByRole("button", { name: "Refresh followed.csv" }).click();
    await expect.element(row, SOON).toHaveTextContent(/refreshing3/);

    // As after a reload: the browser asks for permission again, denied at first.
    const handles = FileSystemFileHandle.prototype as unknown as Record<string, unknown>;
    const { queryPermission, requestPermission } = handles;
    let answer = "denied";
    handles.queryPermission = async () => (answer === "granted" ? "granted" : "prompt");
    handles.requestPermission = async () => answer;
    try {
      await write("Date,Close\n2026-01-02,1\n2026-01-05,2\n2026-01-06,3\n2026-01-07,4\n");
      await page.getByRole("button", { name: "Refresh followed.csv" }).click();
      await expect.element(row, SOON).toHaveTextContent("needs permission");
      if (ALL) expect(await findings("light")).toEqual([]);
      answer = "granted";
      await page.getByRole("button", { name: "Refresh followed.csv" }).click();
      await expect.element(row, SOON).toHaveTextContent(/refreshing4/);
    } finally {
      Object.assign(handles, { queryPermission, requestPermission });
    }
    // The handle is stored on the device, removed with the feed, and restored by Undo.
    const kept = () => listHandles();
    expect(await kept()).toEqual(["followed.csv"]);
    await page.getByRole("button", { name: "More about followed.csv" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await expect.element(row).not.toBeInTheDocument();
    expect(await kept()).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(row, SOON).toHaveTextContent("refreshing");
    expect(await kept()).toEqual(["followed.csv"]);
    await feeds.remove(feeds.read().records[0].id);
  });
  // A restored backup brings the feed, but not the handle of its file.
  await feeds.add({ ...body, name: "Elsewhere", form: "file", address: "elsewhere.csv" });
  await expect.element(page.getByRole("row").filter({ hasText: "Elsewhere" }), SOON).toHaveTextContent("file missing");
});

function listHandles(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("prospect-files", 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const all = opening.result.transaction("handles").objectStore("handles").getAll();
      all.onsuccess = () => {
        opening.result.close();
        resolve((all.result as FileSystemFileHandle[]).map(({ name }) => name));
      };
    };
  });
}

it("says that a browser without File System Access reads a file only once", { timeout: LONG }, async () => {
  const pick = Object.getOwnPropertyDescriptor(window, "showOpenFilePicker");
  Reflect.deleteProperty(window, "showOpenFilePicker");
  try {
    await open();
    await expect.element(market().getByRole("button", { name: "Follow a local file" })).toBeDisabled();
    await expect.element(market().getByText(/^This browser has no File System Access API/)).toBeVisible();
    if (ALL) expect(await findings("light")).toEqual([]);
  } finally {
    if (pick) Object.defineProperty(window, "showOpenFilePicker", pick);
  }
});
