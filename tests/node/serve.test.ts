import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { RULES_DEFAULT } from "../../workers/backtest/schema";
import { CONTRACT_PRICES } from "../fixtures/contract-calls";
import { dateOf, folder, run } from "./command";
import { contractFolder, keyOf, type RunningHost, startHost } from "./host";

async function hostOf(cwd: string, ...args: string[]): Promise<RunningHost> {
  const host = await startHost(cwd, ...args);
  onTestFinished(async () => void (await host.stop()));
  return host;
}

const get = (url: string, headers: Record<string, string>) => fetch(url, { headers });

/** A connection that records the messages it receives. */
async function connect(url: string, options: { headers?: Record<string, string>; origin?: string } = {}) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/v1/market-data`, options);
  const heard: Record<string, unknown>[] = [];
  socket.on("message", (data) => heard.push(JSON.parse(String(data)) as Record<string, unknown>));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await once(socket, "open");
  onTestFinished(() => socket.terminate());
  return {
    heard,
    closed,
    say: (message: unknown) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    types: () => heard.map(({ type }) => type),
  };
}

it("keeps hashes of keys, counts calls, and knows both again after a stop or a kill", async () => {
  const cwd = folder();
  const data = contractFolder(cwd);
  const host = await startHost(cwd);
  const key = await keyOf(host, "data");
  const answer = await get(`${host.url}/v1/data/summary?symbols=SPY`, { "X-API-Key": key });
  expect([answer.status, answer.headers.get("x-ratelimit-limit"), answer.headers.get("x-ratelimit-remaining")]).toEqual([
    200,
    "100000",
    "99999",
  ]);
  const { code } = await host.stop();
  expect(code).toBe(0);
  const state = join(data, ".prospect", "api.jsonl");
  const kept = readFileSync(state, "utf8");
  expect(kept).not.toContain(key.slice(9));
  expect(kept).not.toContain(host.token.slice(6));
  expect(existsSync(`${state}.lock`)).toBe(false);

  const second = await startHost(cwd);
  // The first start's token is still valid, so no other is created.
  expect(second.token).toBe("");
  const again = await get(`${second.url}/v1/data/summary?symbols=SPY`, { "X-API-Key": key });
  expect([again.status, again.headers.get("x-ratelimit-remaining")]).toEqual([200, "99998"]);
  const [refused, twice] = [await get(`${second.url}/v1/risk/portfolio`, { "X-API-Key": key }), await run(cwd, "serve", "--data", "data")];
  expect(refused.status).toBe(403);
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining("is being written by process")]);
  second.kill();
  const third = await hostOf(cwd);
  expect((await get(`${third.url}/v1/auth/validate`, { "X-API-Key": key })).status).toBe(200);
  // A used-up monthly allowance.
  await third.stop();
  const used = readFileSync(state, "utf8").replace(/"keyed":\d+/, '"keyed":100000');
  writeFileSync(state, used);
  const fourth = await hostOf(cwd);
  const over = await get(`${fourth.url}/v1/auth/validate`, { "X-API-Key": key });
  expect([over.status, Number(over.headers.get("retry-after")) > 0]).toEqual([429, true]);
});

/** A request with headers that a page cannot set. */
function raw(url: string, headers: Record<string, string>, method = "GET", body = ""): Promise<{ status: number; allowed: unknown }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, allowed: answer.headers["access-control-allow-origin"] });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

it("stops accepting when it is told to stop, answers the call in progress, and says so to WebSocket clients", async () => {
  const cwd = folder();
  contractFolder(cwd);
  const host = await startHost(cwd);
  onTestFinished(() => void host.kill());
  const line = await connect(host.url);
  const [head, tail] = [
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nDate,Close\n',
    `${CONTRACT_PRICES.map((price, row) => `${dateOf(row)},${price}`).join("\n")}\n\r\n--x--\r\n`,
  ];
  const call = request(`${host.url}/api/lyapunov`, {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=x", Expect: "100-continue" },
  });
  const answer = once(call, "response");
  call.flushHeaders();
  await once(call, "continue");
  call.write(head);
  const end = host.stop();
  expect(await line.closed).toBe(1001);
  const isRefused = () =>
    fetch(host.url).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused, { timeout: 20_000 }).toBe(true);
  // Longer than the time that sockets have to close.
  await wait(3000);
  call.end(tail);
  const [{ statusCode }] = (await answer) as [IncomingMessage];
  expect(statusCode).toBe(200);
  expect((await end).code).toBe(0);
});

it("answers pages of this machine and of allowed origins, and no others", async () => {
  const cwd = folder();
  contractFolder(cwd);
  const { url } = await hostOf(cwd, "--origin", "https://prospect.example");
  const description = `${url}/api/openapi.json`;
  const page = (origin: string) => raw(description, { Origin: origin });
  expect(await page("http://localhost:4173")).toEqual({ status: 200, allowed: "http://localhost:4173" });
  expect(await page("https://prospect.example")).toEqual({ status: 200, allowed: "https://prospect.example" });
  for (const origin of ["https://evil.example", "http://localhost.evil.example", "null", "https://prospect.example.evil", "file://"]) {
    expect(await page(origin)).toEqual({ status: 403, allowed: undefined });
  }
  // A host name pointed at this machine (DNS rebinding).
  expect((await raw(description, { Host: "evil.example" })).status).toBe(403);
  // Forms posted by another site's page, by a page without an origin, and even by our own.
  const form = { "Content-Type": "multipart/form-data; boundary=x" };
  const post = (headers: Record<string, string>) => raw(`${url}/api/lyapunov`, { ...form, ...headers }, "POST", "--x--");
  expect((await post({ Origin: "https://evil.example" })).status).toBe(403);
  expect((await post({ "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors" })).status).toBe(403);
  expect((await post({ Origin: "http://localhost:4173", "Sec-Fetch-Mode": "navigate" })).status).toBe(403);
  expect((await post({ Origin: "http://localhost:4173", "Sec-Fetch-Mode": "cors" })).status).toBe(422);
  const asks = {
    Origin: "https://prospect.example",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Private-Network": "true",
  };
  expect(await raw(`${url}/v1/strategies`, asks, "OPTIONS")).toEqual({ status: 204, allowed: "https://prospect.example" });
  await expect(connect(url, { origin: "https://evil.example" })).rejects.toThrow("403");
});

it("sends market data as rows arrive, in the specification's messages", async () => {
  const cwd = folder();
  const data = contractFolder(cwd);
  writeFileSync(join(data, "FX.csv"), "Date,Close,Bid,Ask,Bid Size,Ask Size\n2024-01-01,1.1,1.09,1.11,5,6\n2024-01-02,1.2,1.19,1.21,7,8\n");
  const host = await hostOf(cwd, "--portfolio", "portfolio.csv");
  const all = await keyOf(host, "trading", "data");
  const line = await connect(host.url);
  line.say({ action: "authenticate", apiKey: all });
  line.say({ action: "subscribe", symbols: ["SPY", "FX", "none"] });
  await expect.poll(() => line.heard.length, { timeout: 20_000 }).toBe(4);
  expect(line.heard[0]).toMatchObject({ type: "trade", symbol: "SPY", timestamp: "1970-05-10T00:00:00.000Z", conditions: [] });
  expect(line.heard.slice(1, 3)).toEqual([
    { type: "trade", symbol: "FX", timestamp: "2024-01-02T00:00:00.000Z", price: 1.2, size: null, conditions: [] },
    { type: "quote", symbol: "FX", timestamp: "2024-01-02T00:00:00.000Z", bid: 1.19, ask: 1.21, bidSize: 7, askSize: 8 },
  ]);
  expect(line.heard[3]).toMatchObject({ type: "error", code: "not-found", message: 'No dataset "none" on this device' });
  appendFileSync(join(data, "FX.csv"), "2024-01-03,1.3,1.29,1.31,9,10\n2024-01-04,1.4,1.39,1.41,11,12\n");
  await expect.poll(() => line.heard.length, { timeout: 20_000 }).toBe(8);
  expect(line.heard.slice(4).map(({ type, price, bid }) => [type, price ?? bid])).toEqual([
    ["trade", 1.3],
    ["quote", 1.29],
    ["trade", 1.4],
    ["quote", 1.39],
  ]);

  // With the key in the header, and streams instead of channels.
  const streams = await connect(host.url, { headers: { "X-API-Key": all } });
  streams.say({ action: "subscribe", streams: ["model.predictions", "portfolio.updates", "system.health"], symbols: ["SPY"] });
  await expect
    .poll(() => [...new Set(streams.types())].sort(), { timeout: 20_000 })
    .toEqual(["model_prediction", "portfolio_update", "system_health"]);
  const told = Object.fromEntries(streams.heard.map((message) => [message.type, message]));
  expect(told.model_prediction).toMatchObject({ symbol: "SPY", model: "markov-regime" });
  const shares = Object.values(told.model_prediction.current_regime_probabilities as Record<string, number>);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
  expect(told.portfolio_update.var_95).toBeGreaterThan(0);
  expect(told.system_health).toMatchObject({ services: { database: "healthy", api: "healthy", cache: "healthy" } });
});

it("runs a block strategy stored in its records, and warns of limits", async () => {
  const cwd = folder();
  const data = contractFolder(cwd);
  const body = { name: "Blocks", status: "active", type: "rules", rules: RULES_DEFAULT };
  mkdirSync(join(data, ".prospect"));
  const record = { id: "blocks", kind: "strategy", createdAt: 0, changedAt: 0, removedAt: null, body };
  writeFileSync(join(data, ".prospect", "records.jsonl"), `${JSON.stringify(record)}\n`);
  const host = await hostOf(cwd, "--portfolio", "portfolio.csv");
  const headers = { "X-API-Key": await keyOf(host, "trading", "backtest"), "Content-Type": "application/json" };
  const post = async (path: string, asked: object) =>
    (await fetch(`${host.url}${path}`, { method: "POST", headers, body: JSON.stringify(asked) })).json();
  const listed = (await (await get(`${host.url}/v1/strategies`, headers)).json()) as { strategies: unknown[] };
  expect(listed.strategies).toMatchObject([{ strategy_id: "blocks", type: "rules" }]);
  const answer = await post("/v1/backtest", { strategy_id: "blocks", instruments: ["SPY"], initial_capital: 1000 });
  expect(answer).toMatchObject({ status: "completed" });
  await post("/v1/risk/limits", { max_concentration: 0.25 });
  const risk = await (await get(`${host.url}/v1/risk/portfolio`, headers)).json();
  expect(risk).toMatchObject({ leverage: 0.8, warnings: ["position_concentration of 50% is above the limit of 25%"] });
});

it("withstands any input on the market data channel", async () => {
  const cwd = folder();
  contractFolder(cwd);
  const host = await hostOf(cwd);
  const key = await keyOf(host, "backtest");
  const stranger = await connect(host.url);
  stranger.say({ action: "subscribe", symbols: ["SPY"] });
  expect(await stranger.closed).toBe(1008);
  expect(stranger.heard).toMatchObject([{ type: "error", code: "unauthorized" }]);
  const forger = await connect(host.url);
  forger.say({ action: "authenticate", apiKey: `prospect_${"0".repeat(64)}` });
  expect(await forger.closed).toBe(1008);
  const line = await connect(host.url);
  line.say({ action: "authenticate", apiKey: key });
  const odd = [
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "1e999",
    { action: "constructor" },
    { action: "subscribe", symbols: "SPY" },
    { __proto__: null },
  ];
  for (const message of odd) line.say(message);
  line.say({ action: "subscribe", symbols: ["SPY"] });
  await expect.poll(() => line.heard.length, { timeout: 20_000 }).toBe(odd.length + 1);
  expect(line.types().every((type) => type === "error")).toBe(true);
  // A key without the required scope.
  expect(line.heard.at(-1)).toMatchObject({ code: "forbidden" });
  line.say("x".repeat(100_000));
  expect(await line.closed).toBe(1009);
  expect((await get(`${host.url}/v1/auth/validate`, { "X-API-Key": key })).status).toBe(200);
});

it("reports invalid command-line arguments", async () => {
  const cwd = folder();
  contractFolder(cwd);
  writeFileSync(join(cwd, "odd.csv"), "symbol,weight\nSPY,much\n");
  const asked = async (...args: string[]) => {
    const { code, err } = await run(cwd, "serve", ...args);
    return [code, err.split("\n")[0]];
  };
  const errors = await Promise.all([
    asked(),
    asked("--data", "nowhere"),
    asked("--data", "data", "--port", "x"),
    asked("--data", "data", "--origin", "prospect.example"),
    asked("--data", "data", "--portfolio", "odd.csv"),
  ]);
  expect(errors).toEqual([
    [2, "prospect serve needs one --data FOLDER."],
    [2, "There is no folder nowhere."],
    [2, "--port must be a whole number from 0 to 65535."],
    [2, '--origin takes an origin such as https://prospect.example; "prospect.example" is not one.'],
    [2, 'odd.csv, row 2: "SPY,much" is not a symbol and weight.'],
  ]);
});
