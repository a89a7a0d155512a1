import type { Page } from "playwright";
import { build } from "vite";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { Cause } from "../../workers/contract";
import { itInAll, itInLongRuns } from "../fixtures/in-all";
import { sharedSession } from "./browser";
import { socketServer, type Visitor } from "./socket-server";

/* The shipped client code, run in a real browser against a local server, on a page of that server so that no policy interferes. */
const session = sharedSession();
let code = "";
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

beforeAll(async () => {
  const entry = "src/client/market-channel.ts";
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, target: "es2022", lib: { entry, formats: ["iife"], name: "Live" } },
  });
  const [output] = [built].flat();
  code = "output" in output ? output.output[0].code : "";
});

interface Heard {
  states: [string, Cause | null, number][];
  trades: unknown[];
  quotes: unknown[];
  faults: { rejected: number; dropped: number };
}

async function visit(greet: (visitor: Visitor) => void): Promise<{ server: Awaited<ReturnType<typeof socketServer>>; page: Page }> {
  const server = await socketServer(greet);
  closing.push(server.stop);
  const page = await session.current.context.newPage();
  closing.unshift(() => page.close());
  await page.goto(server.page);
  await page.evaluate(code);
  return { server, page };
}

const listen = (page: Page, host: string) =>
  page.evaluate(
    ([address, client]) => {
      const scope = globalThis as unknown as { heard: Heard; channel: { faults: Heard["faults"]; close(): void } };
      // A script's scope ends with it, so the client is created again here.
      const Live = new Function(`${client}; return Live;`)() as {
        MarketChannel: new (
          options: object,
        ) => typeof scope.channel & {
          subscribe(symbols: string[]): void;
          on(type: string, handler: (message: unknown) => void): void;
        };
      };
      const began = Date.now();
      const heard: Heard = { states: [], trades: [], quotes: [], faults: { rejected: 0, dropped: 0 } };
      const channel = new Live.MarketChannel({
        host: address,
        apiKey: "a-key",
        onState: (state: string, cause: Cause | null) => heard.states.push([state, cause, Date.now() - began]),
      });
      channel.subscribe(["SPY"]);
      channel.on("trade", (message) => heard.trades.push(message));
      channel.on("quote", (message) => heard.quotes.push(message));
      Object.assign(scope, { heard, channel });
    },
    [host, code] as const,
  );
const heardBy = (page: Page): Promise<Heard> =>
  page.evaluate(() => {
    const { heard, channel } = globalThis as unknown as { heard: Heard; channel: { faults: Heard["faults"] } };
    return { ...heard, faults: channel.faults };
  });

it("authenticates, subscribes and dispatches by type; withstands garbage, a flood and messages of unknown types", async () => {
  const { server, page } = await visit((visitor) => {
    visitor.say({ type: "trade", timestamp: "t", price: 1, size: 2, conditions: [] });
    visitor.say({ type: "quote", timestamp: "t", bid: 1, ask: 2, bidSize: 3, askSize: 4 });
    for (const odd of ["", "{", "[]", "null", "7", '"text"', "<script>alert(1)</script>", "x".repeat(2 << 20)]) visitor.say(odd);
    visitor.say({ type: "constructor" });
    visitor.say({ type: "__proto__" });
    visitor.raw(Buffer.from([0x82, 3, 1, 2, 3]));
    visitor.say({ type: "quote", bid: "after all that" });
  });
  await listen(page, server.host);
  const quoted = (count: number) =>
    page.waitForFunction((quotes) => (globalThis as unknown as { heard: Heard }).heard.quotes.length === quotes, count);
  await quoted(2);
  // Sent only now, since a flood also drops pending messages of unknown types.
  const [visitor] = server.visitors;
  for (let i = 0; i < 20_000; i++) visitor.say({ type: "trade", price: i });
  visitor.say({ type: "quote", bid: "last" });
  await quoted(3);
  const { trades, quotes, faults, states } = await heardBy(page);
  expect(quotes).toEqual([
    { type: "quote", timestamp: "t", bid: 1, ask: 2, bidSize: 3, askSize: 4 },
    { type: "quote", bid: "after all that" },
    { type: "quote", bid: "last" },
  ]);
  expect(trades[0]).toEqual({ type: "trade", timestamp: "t", price: 1, size: 2, conditions: [] });
  expect(trades.at(-1)).toEqual({ type: "trade", price: 19_999 });
  expect(trades.length + faults.dropped).toBe(20_001);
  expect(faults.rejected).toBe(9);
  expect(states.map(([state]) => state)).toEqual(["connecting", "open"]);
  expect(visitor.path).toBe("/v1/market-data");
  expect(visitor.texts.map((text) => JSON.parse(text))).toEqual([
    { action: "authenticate", apiKey: "a-key" },
    { action: "subscribe", symbols: ["SPY"], channels: ["trades", "quotes"] },
  ]);
});

it("reconnects after a disconnection and subscribes again; reports how a host failed that never completes the handshake", async () => {
  const { server, page } = await visit(() => undefined);
  await listen(page, server.host);
  await expect.poll(() => server.visitors[0]?.texts.length).toBe(2);
  const brokenAt = Date.now();
  server.visitors[0].hangUp();
  await expect.poll(() => server.visitors[1]?.texts.length, { timeout: 8000 }).toBe(2);
  expect(server.visitors[1].at - brokenAt).toBeGreaterThanOrEqual(1000);
  const { states } = await heardBy(page);
  expect(states.map(([state]) => state)).toEqual(["connecting", "open", "waiting", "open"]);
  expect(states[2][1]).toEqual({ reason: "feeds/socketFailed", params: { detail: "the host is not responding" } });
});

itInLongRuns("retries a host that accepts the connection and never completes the handshake", async () => {
  const server = await socketServer(() => undefined);
  closing.push(server.stop);
  server.state.stall = true;
  const page = await session.current.context.newPage();
  closing.unshift(() => page.close());
  await page.goto(server.page);
  await page.evaluate(code);
  await listen(page, server.host);
  await expect.poll(() => server.visitors.length, { timeout: 20_000 }).toBe(2);
  // Four seconds' timeout, then the first delay.
  expect(server.visitors[1].at - server.visitors[0].at).toBeGreaterThanOrEqual(4900);
  expect((await heardBy(page)).states.map(([state]) => state)).not.toContain("open");
  // Once the handshake completes, the same client continues.
  server.state.stall = false;
  await expect.poll(() => server.visitors.at(-1)?.texts.length, { timeout: 30_000 }).toBe(2);
  expect((await heardBy(page)).states.at(-1)?.[0]).toBe("open");
});

itInAll("gives up after five attempts, doubling the wait each time", async () => {
  const { server, page } = await visit((visitor) => visitor.hangUp());
  await listen(page, server.host);
  await expect.poll(async () => (await heardBy(page)).states.at(-1)?.[0], { timeout: 60_000, interval: 500 }).toBe("failed");
  expect(server.visitors).toHaveLength(6);
  const waits = server.visitors.slice(1).map(({ at }, i) => at - server.visitors[i].at);
  for (const [i, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(1000 * 2 ** i - 5);
});
