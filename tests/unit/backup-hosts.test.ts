import { expect, it } from "vitest";
import { hostsOf, pausedFeeds, withAllowedHosts } from "../../src/state/backup-hosts";
import { bindKey, keyFor } from "../../src/state/key-binding";
import { DEFAULT_SETTINGS } from "../../src/state/settings-schema";
import type { StoredRecord } from "../../workers/storage/record";

const here = { ...DEFAULT_SETTINGS, provider: { endpoint: "https://mine.example/v1", model: "small" } };
const strangers = {
  "prospect.settings": JSON.stringify({
    theme: "dark",
    provider: { endpoint: "https://evil.example/v1", model: "small" },
    apiHost: "https://mine.example/api",
    statusSocket: "wss://evil.example/socket",
  }),
};
const feed = (id: string, form: string, address: string): StoredRecord => ({
  id,
  kind: "feed",
  createdAt: 1,
  changedAt: 1,
  removedAt: null,
  body: { name: id, form, address },
});
const records = [
  feed("prices", "address", "feeds.example/prices.csv"),
  feed("demo", "simulator", "demo:7"),
  feed("live", "socket", "wss://evil.example"),
];

it("names every host a backup would add, and its purpose", () => {
  expect(hostsOf({ settings: strangers, records }, here)).toEqual([
    { origin: "https://evil.example", uses: ["language model"] },
    { origin: "wss://evil.example", uses: ["system status", "feed “live”"] },
    { origin: "https://feeds.example", uses: ["feed “prices”"] },
  ]);
  expect(hostsOf({ settings: { "prospect.settings": "{broken" }, records: [] }, here)).toEqual([]);
});

it.each([
  "https:evil.example/v1",
  "https:\\evil.example/v1",
  "https:/evil.example/v1",
  "https:\t//evil.example/v1",
  " HTTPS://EVIL.example:443/v1",
  "https://evil.example/?x=://",
])("reads an address as whoever asks it does: %j", (endpoint) => {
  const settings = { "prospect.settings": JSON.stringify({ provider: { endpoint, model: "" }, apiHost: endpoint }) };
  const brought = { settings, records: [feed("prices", "address", endpoint)] };
  expect(hostsOf(brought, here)).toEqual([{ origin: "https://evil.example", uses: ["language model", "API", "feed “prices”"] }]);
  const refused = new Set(["https://evil.example"]);
  expect(JSON.parse(withAllowedHosts(settings, refused, here)["prospect.settings"])).toEqual({ provider: here.provider, apiHost: "" });
  expect(pausedFeeds(brought, refused)).toEqual(["prices"]);
});

it("keeps this device's hosts unless others were allowed, and pauses the feeds", () => {
  const refused = new Set(["https://evil.example", "wss://evil.example", "https://feeds.example"]);
  const taken = JSON.parse(withAllowedHosts(strangers, refused, here)["prospect.settings"]);
  expect(taken).toMatchObject({
    theme: "dark",
    provider: here.provider,
    apiHost: "https://mine.example/api",
    statusSocket: here.statusSocket,
  });
  expect(pausedFeeds({ records }, refused)).toEqual(["prices", "live"]);
  expect(pausedFeeds({ records }, new Set(["https://feeds.example"]))).toEqual(["prices"]);
});

it("a key is sent only to the origin it was entered for", () => {
  const kept = bindKey("https://mine.example/v1", "secret");
  expect(keyFor("https://mine.example/other", kept).key).toBe("secret");
  for (const elsewhere of ["https://evil.example/v1", "http://mine.example/v1", "https://mine.example:444/v1"])
    expect(keyFor(elsewhere, kept)).toEqual({ key: null, boundTo: "https://mine.example" });
  expect(keyFor("https://mine.example", "a key of before, bound to nothing").key).toBeNull();
  expect(keyFor("https://mine.example", null)).toEqual({ key: null, boundTo: null });
});
