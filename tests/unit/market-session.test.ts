import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Line, type MarketServices, MarketSession } from "../../workers/node/host/market-session";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const scopes = ["trading", "data", "backtest"];

/** A session whose key is found asynchronously, and the messages it received. */
function sessionOf(scope: readonly string[] = scopes) {
  const told: object[] = [];
  let find: (entry: unknown) => void = () => undefined;
  const services = {
    api: { vault: { find: () => new Promise((found) => (find = found)), spend: async () => 1 }, now: () => 0 },
    health: { read: async () => ({}) },
  };
  const line: Line = { send: (message) => void told.push(message), close: () => undefined };
  const session = new MarketSession(line, services as unknown as MarketServices, null);
  return { session, told, known: () => find({ scope }) };
}
const say = (session: MarketSession, message: object) => session.take(JSON.stringify(message));

it("reports system status every five seconds until the connection ends", async () => {
  const { session, told, known } = sessionOf();
  say(session, { action: "authenticate", apiKey: "x" });
  say(session, { action: "subscribe", streams: ["system.health"] });
  await vi.advanceTimersByTimeAsync(0);
  known();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(told).toEqual(Array(3).fill({ type: "system_health" }));
  session.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

it("starts nothing for a connection that has ended meanwhile", async () => {
  const { session, told, known } = sessionOf();
  say(session, { action: "authenticate", apiKey: "x" });
  say(session, { action: "subscribe", streams: ["system.health", "portfolio.updates"] });
  await vi.advanceTimersByTimeAsync(0);
  session.end();
  known();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it("looks up no symbols for clients without permission", async () => {
  const { session, told, known } = sessionOf(["backtest"]);
  say(session, { action: "authenticate", apiKey: "x" });
  say(session, { action: "subscribe", streams: ["system.health"], symbols: ["SPY"] });
  say(session, { action: "subscribe", symbols: ["SPY"] });
  await vi.advanceTimersByTimeAsync(0);
  known();
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toMatchObject([{ code: "forbidden" }, { type: "system_health" }]);
  session.end();
});
