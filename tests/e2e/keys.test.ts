import { afterAll, beforeAll, expect, it } from "vitest";
import { clipboardText, sharedSession } from "./browser";
import { type ChatServer, chatServer } from "./chat-server";
import { keptOn, listen, saved } from "./device-scan";
import { feedServer, text } from "./feed-server";
import { socketServer } from "./socket-server";

const session = sharedSession({ serviceWorker: "installed" });
const MODEL_KEY = "sk-model-9f8e7d6c5b4a39281706";
const FEED_KEY = "fk-feed-1a2b3c4d5e6f70819283";
const MESSAGE_KEY = "mk-message-5d4c3b2a19087f6e5d4c";
const PLAIN_QUERY = "symbol=QQQX7";
const TEXT =
  "Strong growth strongly supports the recovery of oil markets. Profits beat forecasts, OPEC expects robust demand this quarter, and analysts upgraded the industry in spite of some risk.";
const CSV = "Date,Close\n2026-01-02,100.5\n2026-01-05,101.25\n2026-01-06,99.75\n";

let chat: ChatServer;
let host: Awaited<ReturnType<typeof feedServer>>;
let socket: Awaited<ReturnType<typeof socketServer>>;
beforeAll(async () => {
  chat = await chatServer();
  chat.says = '{"phrases":[{"quote":"Strong growth","sentiment":"positive"}],"topics":[]}';
  socket = await socketServer((visitor) => {
    for (let i = 0; i < 5; i++) visitor.say({ timestamp: Date.UTC(2026, 0, 5, 14) + 1000 * i, price: 100 + i });
  });
  host = await feedServer({ "/prices.csv": text(CSV, "text/csv"), "/keyed.csv": text(CSV.replace("99.75", "98"), "text/csv") });
});
afterAll(async () => {
  socket.stop();
  await chat.close();
  host.close();
});

it("keeps every key out of addresses, logs, exports, backups, links, databases and files", { timeout: 240_000 }, async () => {
  const { context, origin } = session.current;
  const { heard } = listen(context);
  const page = await session.current.open("/settings");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  // A language model's key, stored on the device and used.
  await page.getByRole("textbox", { name: "Endpoint" }).fill(`${chat.origin}/v1`);
  await page.getByRole("textbox", { name: "Model", exact: true }).fill("test-model");
  await page.getByLabel("Key", { exact: true }).fill(MODEL_KEY);
  await page.getByText("Keep the key on this device").click();
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.waitForFunction(() => localStorage.getItem("prospect.provider-key") !== null);
  await page.goto(`${origin}/llm-trader?tab=settings`);
  await page
    .getByRole("button", { name: /^Lexicon engine/ })
    .first()
    .click();
  await page.getByRole("option", { name: "OpenAI-compatible endpoint" }).click();
  await page.getByRole("tab", { name: "News Analysis" }).click();
  await page.getByRole("textbox", { name: "News Content" }).fill(TEXT);
  await page.getByRole("button", { name: "Generate Trading Signal" }).click();
  await page.getByTestId("direction").waitFor();
  // Decrypted after a reload: stored encrypted, and sent as entered.
  expect(chat.calls.at(-1)?.key).toBe(`Bearer ${MODEL_KEY}`);
  const outside: string[] = [];
  await page.getByRole("button", { name: "Export" }).click();
  outside.push(await saved(page, () => page.getByRole("menuitem", { name: /Results as JSON/ }).click()));
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Copy link to these settings" }).click();
  await page.getByText("Link copied").first().waitFor();
  const link = await clipboardText(page);
  outside.push(link, Buffer.from(link.split("#s=")[1] ?? "", "base64url").toString("latin1"));

  // Keys of the local API: a token, a key created with it, and calls with both, including refused ones.
  await page.goto(`${origin}/test-api`);
  const box = page.getByPlaceholder("Enter your API key");
  await page.getByText("/v1/auth/generate-key").first().waitFor();
  await page.getByRole("button", { name: "New access token" }).click();
  await expect.poll(() => box.inputValue()).toMatch(/^token_/);
  const token = await box.inputValue();
  await page.getByRole("button", { name: /^Test API/ }).click();
  await page.getByText("Status 201").waitFor();
  await page.getByRole("button", { name: "Use this key" }).click();
  const key = await box.inputValue();
  expect(key).toMatch(/^prospect_[0-9a-f]{64}$/);
  for (const [title, status] of [
    ["Validate Key", "Status 200"],
    ["Create Strategy", "Status 201"],
    ["Market Summary", "Status 404"],
  ]) {
    await page.getByRole("button", { name: / Request$/ }).click();
    await page.getByRole("option", { name: title }).click();
    await page.getByRole("button", { name: /^Test API/ }).click();
    await page.getByText(status).waitFor();
  }
  const secrets = { model: MODEL_KEY, feed: FEED_KEY, message: MESSAGE_KEY, token: token.slice(6), key: key.slice(9) };
  const onScreen = await keptOn(page);

  // The documentation masks the key, and the files it saves contain none.
  await page.goto(`${origin}/docs`);
  await page.getByText("/v1/auth/generate-key").first().waitFor();
  outside.push(await saved(page, () => page.getByRole("button", { name: "openapi.json" }).click()));

  // Feeds: one with a harmless query, one with a key in it.
  await page.goto(`${origin}/data-integration`);
  const market = page.getByRole("region", { name: "Market Data Feed", exact: true });
  for (const address of [`${host.origin}/prices.csv?${PLAIN_QUERY}`, `${host.origin}/keyed.csv?apikey=${FEED_KEY}`]) {
    await market.getByRole("textbox", { name: "Feed URL" }).fill(address);
    await market.getByRole("button", { name: /^Connect/ }).click();
    await market.getByText("Successfully connected to market data feed!").waitFor();
  }
  expect(host.asked).toEqual([`/prices.csv?${PLAIN_QUERY}`, `/keyed.csv?apikey=${FEED_KEY}`]);
  // A socket that expects a key and then a subscription.
  await market.getByRole("textbox", { name: "Feed URL" }).fill(`${socket.host}/live`);
  const said = [`{"action":"authenticate","apiKey":"${MESSAGE_KEY}"}`, "subscribe SPY"];
  await market.getByRole("textbox", { name: "Subscription message" }).fill(said.join("\n---\n"));
  await market.getByRole("button", { name: /^Connect/ }).click();
  await market.getByText("Successfully connected to market data feed!").waitFor();
  expect(socket.visitors.map(({ path, texts }) => [path, texts])).toEqual([["/live", said]]);
  await market.getByRole("textbox", { name: "Feed URL" }).fill("https://me:secret-password@host/a");
  await market.getByRole("button", { name: /^Connect/ }).click();
  await market.getByRole("alert").getByText("Prospect stores no host passwords", { exact: false }).waitFor();
  await market.getByRole("textbox", { name: "Feed URL" }).fill("");

  // A backup contains everything.
  await page.goto(`${origin}/settings?section=storage`);
  outside.push(
    await saved(page, () =>
      page
        .getByRole("button", { name: /^(Save a backup|Back up|Backup)/ })
        .first()
        .click(),
    ),
  );
  expect(outside.at(-1)).toContain('"kind":"feed"');
  expect(outside.at(-1)).not.toContain(PLAIN_QUERY);
  expect(outside.at(-1)).not.toContain("secret-password");

  // A request to the host with a key in its address is the purpose of that feed, so it is excluded.
  const own = heard.filter((line) => !line.startsWith(`request ${host.origin}/keyed.csv`));
  const everything = { heard: own, outside, onScreen, kept: await keptOn(page) };
  expect(everything.kept.some((line) => line.includes(PLAIN_QUERY))).toBe(true);
  expect(everything.kept.length).toBeGreaterThan(100);
  for (const [name, secret] of Object.entries(secrets)) {
    // The JSON with a new key shows it once; that field is no longer on the page.
    for (const [place, lines] of Object.entries(everything)) {
      const found = lines.filter((line) => line.includes(secret)).map((line) => line.slice(0, 80));
      expect({ name, place, found }).toEqual({ name, place, found: [] });
    }
  }
  await page.close();
});
