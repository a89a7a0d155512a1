import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { HOSTILE_FRAMES, hostileRequests, lines, unfinishedRequests } from "../fixtures/hostile-requests";
import { type End, tryAll } from "../fixtures/trials";
import { contractFolder, keyOf, type RunningHost, startHost } from "./host";
import { openRaw, sendRaw } from "./raw-host";

let cwd: string;
let host: RunningHost;
let key: string;

// One host for all attacks: each runs after all previous ones.
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "prospect-"));
  contractFolder(cwd);
  writeFileSync(join(cwd, "secret.csv"), "Date,Close\n2024-01-01,987654\n2024-01-02,987655\n2024-01-03,987656\n");
  host = await startHost(cwd);
  key = await keyOf(host, "trading", "data", "backtest");
});
afterAll(async () => {
  await host?.stop();
  rmSync(cwd, { recursive: true, force: true });
});

const channel = () => `${host.url.replace("http", "ws")}/v1/market-data`;
const validate = async () => (await fetch(`${host.url}/v1/auth/validate`, { headers: { "X-API-Key": key } })).status;

/** The next request is answered, and nothing confidential was printed or stored. */
async function stands(before: string, text = ""): Promise<void> {
  expect(await validate()).toBe(200);
  expect(host.said()).toBe(before);
  expect(text).not.toContain("98765");
  expect(text).not.toContain(key);
}

it("answers or refuses any bytes, and the next request too", async (test) => {
  const before = host.said();
  const attack = async (bytes: Uint8Array): Promise<End> => {
    const { status, text } = await sendRaw(host.url, bytes);
    await stands(before, text);
    if (status === null) return "refused";
    if (status >= 500) throw new Error(text.slice(0, 200));
    // What is not HTTP or WebSocket is refused by the status alone, without a message.
    const alone = [400, 413, 417, 431].includes(status) || /^Upgrade: /m.test(Buffer.from(bytes).toString("latin1"));
    if (status > 400 && !alone) expect(text).toMatch(/"message":"[^"]/);
    return status < 400 ? "held" : "refused";
  };
  const attacks = Object.entries(hostileRequests(key, join(cwd, "secret")));
  await tryAll(test, "a host: requests no client would send", attacks, attack);
});

it("continues beside requests that are never completed", async (test) => {
  const before = host.said();
  const open: Socket[] = [];
  const attack = async (text: string): Promise<End> => {
    for (let time = 0; time < 30; time++) {
      const socket = await openRaw(host.url);
      socket.write(text);
      open.push(socket);
    }
    await stands(before);
    return "held";
  };
  await tryAll(test, "a host: 30 requests each whose rest never comes", Object.entries(unfinishedRequests(key)), attack);
  for (const socket of open) socket.destroy();
  await expect.poll(validate).toBe(200);
  expect(host.said()).toBe(before);
});

it("refuses an oversized request at once, and a client still sending receives the refusal", async () => {
  const before = host.said();
  const begun = (...headers: string[]) =>
    lines("POST /v1/strategies HTTP/1.1", "Host: localhost", `X-API-Key: ${key}`, "Content-Type: application/json", ...headers);
  const [megabyte, announced] = ["x".repeat(1 << 20), begun("Content-Length: 999999999999999")];
  const chunked = [begun("Transfer-Encoding: chunked"), ...Array(3).fill(`100000\r\n${megabyte}\r\n`)];
  for (const [name, pieces] of Object.entries({ announced: [announced], "and begun": [announced, megabyte, megabyte], chunked })) {
    const { status, text, took } = await sendRaw(host.url, pieces);
    expect({ name, status, words: text.includes("larger than"), soon: took < 3000 }).toEqual({
      name,
      status: 413,
      words: true,
      soon: true,
    });
  }
  // Some clients send everything before they read.
  const socket = await openRaw(host.url);
  const heard: Buffer[] = [];
  const closed = once(socket, "close");
  socket.write(begun(`Content-Length: ${100 << 20}`));
  for (let sent = 0; sent < 100; sent++) if (!socket.write(megabyte)) await once(socket, "drain");
  socket.on("data", (piece) => heard.push(piece));
  await closed;
  expect(String(Buffer.concat(heard))).toMatch(/^HTTP\/1\.1 413 /);
  await stands(before);
});

it("answers clients that ask for HTTP/2", async () => {
  const wish = ["Host: localhost", `X-API-Key: ${key}`, "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"];
  const asked = await sendRaw(host.url, lines("GET /v1/auth/validate HTTP/1.1", ...wish));
  expect(asked.status).toBe(200);
  const body = JSON.stringify({ max_leverage: 2 });
  const posted = lines("POST /v1/risk/limits HTTP/1.1", ...wish, "Content-Type: application/json", `Content-Length: ${body.length}`);
  const kept = await sendRaw(host.url, [posted, body.slice(0, 5), body.slice(5)]);
  expect([kept.status, kept.text]).toEqual([200, expect.stringContaining('"max_leverage":2')]);
});

/** A connection to the market data channel, by raw bytes. */
async function openChannel(): Promise<Socket> {
  const socket = await openRaw(host.url);
  const asks = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="];
  socket.write(lines("GET /v1/market-data HTTP/1.1", "Host: localhost", `X-API-Key: ${key}`, ...asks));
  const [answer] = await once(socket, "data");
  expect(String(answer)).toContain("101 Switching");
  return socket;
}

it("ends connections of market data that break the protocol, and those alone", async (test) => {
  const before = host.said();
  const attack = async (bytes: Uint8Array): Promise<End> => {
    const socket = await openChannel();
    socket.resume();
    socket.write(bytes);
    await once(socket, "close");
    await stands(before);
    return "refused";
  };
  await tryAll(test, "a host: frames that break the WebSocket protocol", Object.entries(HOSTILE_FRAMES), attack);
});

it("disconnects clients that send faster than they are answered, and limits the number of connections", async () => {
  const before = host.said();
  const flood = new WebSocket(channel(), { headers: { "X-API-Key": key } });
  const heard: string[] = [];
  flood.on("message", (data) => heard.push(String(data)));
  flood.on("error", () => undefined);
  await once(flood, "open");
  const closed = once(flood, "close");
  for (let message = 0; message < 5000; message++) flood.send(JSON.stringify({ action: "subscribe", symbols: ["SPY"] }));
  const [code] = await closed;
  expect([code, heard.at(-1)]).toEqual([1008, expect.stringContaining("More than 256 messages are waiting")]);
  const many = Array.from({ length: 210 }, () => new WebSocket(channel(), { headers: { "X-API-Key": key } }));
  const codes: number[] = [];
  for (const socket of many) socket.on("error", () => undefined).on("close", (end: number) => codes.push(end));
  await expect.poll(() => codes, { timeout: 20_000 }).toEqual(Array(10).fill(1013));
  await stands(before);
  for (const socket of many) socket.terminate();
});

it("notifies every one of many clients that follow a symbol at once", async () => {
  const followers = Array.from({ length: 12 }, () => new WebSocket(channel(), { headers: { "X-API-Key": key } }));
  const heard = followers.map(() => 0);
  for (const [place, follower] of followers.entries()) {
    follower.on("message", () => heard[place]++);
    onTestFinished(() => follower.terminate());
  }
  await Promise.all(followers.map((follower) => once(follower, "open")));
  for (const follower of followers) follower.send(JSON.stringify({ action: "subscribe", symbols: ["SPY"], channels: ["trades"] }));
  const all = (count: number) => expect.poll(() => heard, { timeout: 20_000 }).toEqual(heard.map(() => count));
  await all(1);
  appendFileSync(join(cwd, "data", "SPY.csv"), "1971-01-01,101.5,7\n");
  await all(2);
});
