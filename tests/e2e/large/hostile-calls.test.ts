import { beforeAll, expect, it } from "vitest";
import { callsOf, type Description, type PlainCall } from "../../fixtures/hostile-calls";
import { misfits } from "../../fixtures/json-schema";
import { type End, tryAll } from "../../fixtures/trials";
import { generateKey } from "../api-key";
import { priceList, sharedSession } from "../browser";

const session = sharedSession({ serviceWorker: true });
const CALLS = 2400;
const AT_ONCE = 50;
let key: string;

beforeAll(async () => {
  const page = await session.current.open("/garch-model");
  // Loading a series creates the workspace's database.
  await page.getByRole("button", { name: "WTI crude oil" }).first().click();
  await page.getByText("8,", { exact: false }).first().waitFor();
  // The service worker first caches the whole app.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 120_000 });
  key = await generateKey(page);
  // The page that computes for the API is busy nine tenths of the time.
  await page.evaluate(() => {
    setInterval(() => {
      const until = performance.now() + 900;
      while (performance.now() < until);
    }, 1000);
  });
}, 180_000);

it("answers 2,400 calls, 50 at a time, while the page that computes is busy", async (test) => {
  // Called from one of the app's files, which does not answer API calls itself.
  const caller = await session.current.context.newPage();
  await caller.goto(`${session.current.origin}/favicon.svg`);
  const description = (await caller.evaluate(async () => (await fetch("/api/openapi.json")).json())) as Description;
  const calls = callsOf(description, `Close\n${priceList(300)}\n`);
  expect(calls.length).toBeGreaterThan(500);
  const inputs = Array.from({ length: CALLS }, (_, place): readonly [string, PlainCall] => {
    // Adjacent calls in the list are of the same operation, so they are shuffled.
    const call = calls[(place * 7919) % calls.length];
    return [`${call.method} ${call.path.slice(0, 60)} ${JSON.stringify(call.query).slice(0, 60)} ${(call.body ?? "").slice(0, 200)}`, call];
  });
  const send = (call: PlainCall) =>
    caller.evaluate(
      async ([{ method, path, query, body, file }, secret]) => {
        const search = new URLSearchParams(query).toString();
        const form = new FormData();
        if (file !== undefined) form.set("file", new File([file], "prices.csv", { type: "text/csv" }));
        const headers: Record<string, string> = { "X-API-Key": secret, ...(body !== undefined && { "Content-Type": "application/json" }) };
        const response = await fetch(path + (search && `?${search}`), { method, headers, body: file === undefined ? body : form });
        return { status: response.status, text: await response.text() };
      },
      [call, key] as const,
    );
  const operations = Object.entries(description.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    methods,
  }));
  const attempt = async (call: PlainCall): Promise<End> => {
    const { status, text } = await send(call);
    const operation = operations.find(({ pattern }) => pattern.test(call.path))?.methods[call.method.toLowerCase()];
    const described = operation?.responses[status]?.content["application/json"].schema;
    if (status >= 500 || !described) throw new Error(`${status} ${text.slice(0, 200)}`);
    const wrong = misfits(described, JSON.parse(text), description.components.schemas);
    if (wrong.length > 0) throw new Error(wrong.join("; "));
    return status < 300 ? "held" : "refused";
  };
  await tryAll(test, `calls of the API, ${AT_ONCE} at a time, the page busy`, inputs, attempt, { patience: 120_000, atOnce: AT_ONCE });
}, 1_200_000);
