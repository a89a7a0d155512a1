import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { auditEverywhere } from "./audit";
import { sharedSession } from "./browser";
import { socketServer } from "./socket-server";

const session = sharedSession({ serviceWorker: "installed" });
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

it("measures this device, says what cannot be determined, and tests every kernel", async () => {
  const page = await session.current.open("/health");
  const main = page.getByRole("main");
  const updated = page.getByText(/^Last updated: /);
  await updated.waitFor();
  const first = await updated.innerText();
  for (const title of ["CPU Usage", "Memory Usage", "Network Performance", "Storage", "Services Status"]) {
    await main.getByRole("heading", { name: title }).waitFor();
  }
  const figures = async (label: string) => (await main.locator(`dl[aria-label="${label}"]`).innerText()).replace(/\s+/g, " ");
  expect(await figures("CPU Usage")).toMatch(
    /^Usage [\d.]+% Pressure (nominal|fair|serious|critical|measuring|not available in this browser) Temperature not available in this browser$/,
  );
  const measured = await page.evaluate(() => "memory" in performance);
  expect(await figures("Memory Usage")).toMatch(
    measured
      ? /^Used [\d.]+ GB Total [\d.]+ GB Free [\d.]+ GB With workers ([\d.]+ GB|measuring|not available in this browser)$/
      : /^(Used|Total|Free|With workers)( not available in this browser( Total| Free| With workers|$)){4}$/,
  );
  const estimated = await page.evaluate(() => navigator.storage !== undefined);
  expect(await figures("Storage")).toMatch(
    estimated
      ? /^Used [\d.]+ GB Total [\d.]+ GB Free [\d.]+ GB$/
      : /^(Used|Total|Free)( not available in this browser( Total| Free|$)){3}$/,
  );
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await main.locator('dl[aria-label="Services Status"]', { hasText: /Database.*healthy.*API.*healthy.*Cache.*healthy/s }).waitFor();
  // It measures again every two seconds.
  await expect.poll(() => updated.innerText(), { timeout: 10_000 }).not.toBe(first);
  await page.getByText(/^(\d+) of \1 passed in/).waitFor({ timeout: 60_000 });
  // The history is stored on the device, for the next visit.
  const kept = () => page.evaluate(() => localStorage.getItem("prospect.status-history") ?? "");
  await expect.poll(kept, { timeout: 30_000 }).toContain("API is healthy");
  const [csv] = await Promise.all([page.waitForEvent("download"), main.getByRole("button", { name: "CSV", exact: true }).click()]);
  const [head, look] = readFileSync(await csv.path(), "utf8").split("\r\n");
  expect(head).toBe("Date,CPU (%),Memory (MB),Latency (ms)");
  expect(look).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z,[\d.]+,[\d.]*,[\d.]*$/);
  for (const card of ["CPU Usage", "Memory Usage", "Network Performance", "Storage", "Services Status", "History", "Kernel self-tests"]) {
    await main.getByRole("button", { name: `About ${card}` }).click();
    await page.getByRole("dialog", { name: card }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: card }).waitFor({ state: "detached" });
  }
  expect(await auditEverywhere(page)).toEqual([]);
  // All of it works offline, as everything is on the device.
  await session.current.context.setOffline(true);
  await page.getByText("Offline").waitFor();
  await main.locator('dl[aria-label="Services Status"]', { hasText: /API.*healthy/s }).waitFor();
  await session.current.context.setOffline(false);
  await page.close();
});

itInLongRuns("shows what a host's socket sends, withstands garbage, and reconnects after five seconds", async () => {
  const told = {
    timestamp: Date.UTC(2026, 0, 5, 12),
    cpu: { usage: 42, temperature: 61 },
    memory: { total: 16_384, used: 4096, free: 12_288 },
    network: { bandwidth: 940, latency: 12 },
    storage: { total: 512, used: 128, free: 384 },
    services: { database: "healthy", api: "degraded", cache: "<img src=x onerror=alert(1)>" },
  };
  const server = await socketServer((visitor) => {
    visitor.say("{ garbage");
    visitor.say({ cpu: "hot" });
    visitor.say(told);
    if (server.visitors.length === 1) setTimeout(visitor.hangUp, 500);
  });
  closing.push(server.stop);
  const page = await session.current.open("/system-status");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByLabel("Status socket").fill("http://host");
  await page.getByText(/begins with wss/).waitFor();
  await page.getByLabel("Status socket").fill(`${server.host}/status`);
  await page.getByRole("button", { name: "Use", exact: true }).click();
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload" }).click();
  await loaded;
  const figures = async (label: string) => (await page.locator(`main dl[aria-label="${label}"]`).innerText()).replace(/\s+/g, " ");
  await page.getByText("61 °C").waitFor();
  expect(await figures("CPU Usage")).toBe("Usage 42.0% Temperature 61 °C");
  // Memory is sent in megabytes, storage in gigabytes.
  expect(await figures("Memory Usage")).toBe("Used 4.00 GB Total 16.00 GB Free 12.00 GB");
  expect(await figures("Network Performance")).toBe("Bandwidth 940.0 Mbps Latency 12.0 ms");
  expect(await figures("Storage")).toBe("Used 128.00 GB Total 512.00 GB Free 384.00 GB");
  expect(await figures("Services Status")).toContain("<img src=x onerror=alert(1)>");
  await page.getByRole("alert").getByText("WebSocket connection failed: the host is not responding").waitFor();
  await expect.poll(() => server.visitors.length, { timeout: 15_000 }).toBe(2);
  expect(server.visitors[1].at - server.visitors[0].at).toBeGreaterThanOrEqual(5000);
  expect(server.visitors.map(({ texts }) => texts)).toEqual([[], []]);
  await page.getByLabel("Status socket").fill("");
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await page.getByText("not available in this browser").first().waitFor();
  await page.close();
});
