import { afterEach, beforeEach, expect, it } from "vitest";
import { type LoggedRequest, REQUESTS } from "../../workers/contract";
import { RequestLog } from "../../workers/request-log";

const HOST = "app.example";
let listener: BroadcastChannel;
let heard: LoggedRequest[];
beforeEach(() => {
  heard = [];
  listener = new BroadcastChannel(REQUESTS);
  listener.onmessage = ({ data }: MessageEvent<LoggedRequest[] | string>) => {
    if (Array.isArray(data)) heard.push(...data);
  };
});
afterEach(() => listener.close());

const request = (address: string, body?: string) => new Request(address, body === undefined ? {} : { method: "POST", body });

it.each([
  ["a file of the app", request(`https://${HOST}/assets/a.js`), true, 0],
  ["an answer made on the device, whatever it was sent", request(`https://${HOST}/api/garch`, "x".repeat(900)), true, 0],
  ["a form posted to the app's own host", request(`https://${HOST}/demo`, "x".repeat(40)), false, 40],
  ["another host's address", request("https://other.example/prices?symbol=OIL"), false, "https://other.example/prices?symbol=OIL".length],
  ["a body to another host, with its address", request("https://other.example/ask", "äö"), false, "https://other.example/ask".length + 4],
])("counts %s", async (_name, asked, answeredHere, sent) => {
  const log = new RequestLog(HOST);
  log.note(asked, answeredHere);
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatchObject({ method: asked.method, host: new URL(asked.url).host, sent, answeredHere });
  // The body is still there for whoever answers.
  expect(asked.bodyUsed).toBe(false);
  log.close();
});

it("gives a late page the earlier entries, each under one id", async () => {
  const log = new RequestLog(HOST);
  log.note(request(`https://${HOST}/a`), true);
  log.noteSocket("wss://feed.example/live", 12);
  await expect.poll(() => heard.length).toBe(2);
  listener.postMessage(REQUESTS);
  await expect.poll(() => heard.length).toBe(4);
  expect(new Set(heard.map(({ id }) => id)).size).toBe(2);
  expect(heard.at(-1)).toMatchObject({ method: "WebSocket", host: "feed.example", sent: 12 });
  log.close();
});
