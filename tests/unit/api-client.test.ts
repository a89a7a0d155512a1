import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient } from "../../src/client/api-client";
import { failBecause, verbatim } from "../../workers/contract";
import type { JobContext } from "../../workers/runtime/job";
import { memoryApi } from "../fixtures/api";

const STRATEGY = {
  name: "Mean reversion",
  type: "mean_reversion",
  parameters: { lookback_period: 20, entry_threshold: 2, exit_threshold: 0.5 },
  risk_constraints: { max_position_size: 100_000, stop_loss: 0.02 },
};

describe("against the local app", () => {
  const { app, services } = memoryApi({} as JobContext, []);
  const clientWith = (key?: string) =>
    new ApiClient({ host: "http://prospect.test", key, transport: async (request) => app.fetch(request) });

  it("generates a key with the token, and creates, lists and deletes a strategy with the key", async () => {
    const token = await services.vault.issueToken(Date.now());
    const made = (await clientWith().generateKey(token, { scope: ["trading"], description: "x" })) as { api_key: string };
    const client = clientWith(made.api_key);
    expect(await client.validateKey()).toMatchObject({ valid: true, scope: ["trading"], rate_limit: { limit: 100_000 } });
    const created = (await client.createStrategy(STRATEGY)) as { strategy_id: string };
    expect(await client.listStrategies()).toMatchObject({
      strategies: [{ strategy_id: created.strategy_id, type: "mean_reversion", risk_constraints: { max_position_size: 100_000 } }],
      pagination: { current_page: 1, total_pages: 1, total_items: 1, items_per_page: 10 },
    });
    expect(await client.listStrategies(2)).toMatchObject({ strategies: [] });
    expect(await client.deleteStrategy(created.strategy_id)).toEqual({ message: "Strategy deleted", strategy_id: created.strategy_id });
    expect(await client.riskLimits({ var_limit: 0.1 })).toMatchObject({ current_limits: { var_limit: 0.1, max_leverage: null } });
    await expect(client.summary(["A"])).rejects.toThrow("HTTP error! status: 403");
    await expect(clientWith("wrong").portfolioRisk()).rejects.toThrow("HTTP error! status: 401");
  });

  it("passes on the results of local analyses", async () => {
    services.ask = async () => failBecause("bad-input", verbatim("Please upload a CSV file with Date and Close columns"));
    const file = new Blob(["x"]);
    await expect(clientWith().markovRegime(file)).rejects.toThrow("Please upload a CSV file with Date and Close columns");
    await expect(clientWith().lyapunov(file)).rejects.toThrow("Please upload a CSV file with Date and Close columns");
    await expect(clientWith().marketCuriosity(file)).rejects.toThrow(/^Analysis failed$/);
  });
});

describe("against a server on the loopback address", () => {
  interface Seen {
    method?: string;
    url?: string;
    headers: IncomingMessage["headers"];
    body: string;
  }
  let seen: Seen[] = [];
  let reply: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end("{}");
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      reply(request, response);
    });
  });
  let host = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = () => new ApiClient({ host, key: "secret-key", transport: fetch });
  const json = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body));
  };

  it("makes each call of the specification: method, path, query, body and placement of the key", async () => {
    reply = json(200, { fine: true });
    seen = [];
    const one = client();
    await one.generateKey("a-token", { scope: ["data"], description: "d" });
    await one.validateKey();
    await one.createStrategy(STRATEGY);
    await one.listStrategies();
    await one.deleteStrategy("a/b");
    await one.backtest({ strategy_id: "s" });
    await one.historical("BRK B", "2020-01-01", "2020-02-01");
    await one.summary(["SPY", "QQQ"]);
    await one.portfolioRisk();
    await one.riskLimits({ var_limit: 0.1 });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /v1/auth/generate-key",
      "GET /v1/auth/validate",
      "POST /v1/strategies",
      "GET /v1/strategies?page=1",
      "DELETE /v1/strategies/a%2Fb",
      "POST /v1/backtest",
      "GET /v1/data/historical?symbol=BRK+B&start=2020-01-01&end=2020-02-01&interval=1d",
      "GET /v1/data/summary?symbols=SPY%2CQQQ",
      "GET /v1/risk/portfolio",
      "POST /v1/risk/limits",
    ]);
    expect([seen[0].headers.authorization, seen[0].headers["x-api-key"]]).toEqual(["Bearer a-token", undefined]);
    expect(seen.slice(1).map(({ headers }) => headers["x-api-key"])).toEqual(Array(9).fill("secret-key"));
    expect(JSON.parse(seen[2].body)).toEqual(STRATEGY);
    expect(seen.map(({ url }) => url).join()).not.toContain("secret-key");
  });

  it("sends files as the form field `file`, and words failures like the specification", async () => {
    const file = new File(["Date,Close"], "prices.csv");
    seen = [];
    reply = json(200, { data: 1 });
    expect(await client().marketCuriosity(file)).toEqual({ data: 1 });
    expect([seen[0].url, seen[0].body.includes('name="file"; filename="prices.csv"')]).toEqual(["/api/market-curiosity/analyze", true]);
    reply = json(500, { error: "no Date column", message: "other" });
    await expect(client().markovRegime(file)).rejects.toThrow(/^no Date column$/);
    await expect(client().lyapunov(file)).rejects.toThrow(/^other$/);
    await expect(client().marketCuriosity(file)).rejects.toThrow(/^Analysis failed$/);
    reply = (_, response) => response.writeHead(502).end("<html>bad gateway</html>");
    await expect(client().markovRegime(file)).rejects.toThrow(/^Analysis failed$/);
    await expect(client().validateKey()).rejects.toThrow("HTTP error! status: 502");
  });

  it("handles hosts that redirect, hang up, send no JSON or too much, and can be canceled", async () => {
    reply = (_, response) => response.writeHead(302, { Location: "https://example.org/" }).end();
    await expect(client().validateKey()).rejects.toThrow("cannot be reached");
    reply = (request) => void request.socket.destroy();
    await expect(client().validateKey()).rejects.toThrow("cannot be reached");
    reply = (_, response) => response.end("not json");
    expect(await client().send({ method: "GET", path: "/v1/auth/validate" })).toMatchObject({ status: 200, text: "not json", json: null });
    const megabyte = Buffer.alloc(1 << 20, 32);
    reply = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.on("drain", more);
      more();
    };
    await expect(client().validateKey()).rejects.toThrow("larger than 20 MB");
    reply = () => undefined;
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 20);
    await expect(client().send({ method: "GET", path: "/v1/auth/validate" }, cancel.signal)).rejects.toThrow();
  });
});
