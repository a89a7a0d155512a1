import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { analyzeNewsContent } from "../../workers/news/analyze";
import { markedSentiment } from "../../workers/news/marked";
import { askEndpoint, type ProviderRequest } from "../../workers/news/provider/ask";
import { MAX_REPLY_LENGTH, readReply } from "../../workers/news/provider/reply";
import { DEFAULT_NEWS_SETTINGS } from "../../workers/news/schema";
import { failureText, resultOf } from "../fixtures/failure-text";

const TEXT =
  "Refiners report strong demand and record profits significantly above plan. The central bank warns of slowing growth, and rates may rise again as inflation stays high this year.";
const mark = (phrases: object[], topics: object[] = []) => JSON.stringify({ phrases, topics });
const GOOD = mark(
  [
    { quote: "strong demand", sentiment: "positive" },
    { quote: "record profits", sentiment: "positive" },
    { quote: "slowing growth", sentiment: "negative" },
  ],
  [{ quote: "central bank", topic: "Monetary Policy" }],
);

const SECRET = "sk-very-secret";
type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void;
const chat =
  (content: unknown): Answer =>
  (response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));
  };
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers);
    response.end(`{"error":{"message":"key ${SECRET} <script>alert(1)</script>"}}`);
  };

/** A local server that speaks the protocol, correctly or not. */
let server: Server;
let answer: Answer = chat(GOOD);
const seen: { url: string; authorization: string | undefined; cookie: string | undefined; body: string }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      seen.push({ url: request.url ?? "", authorization: request.headers.authorization, cookie: request.headers.cookie, body });
      answer(response, request, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
});

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const request = (changes: Partial<ProviderRequest> = {}): ProviderRequest => ({
  endpoint: `${origin()}/v1`,
  model: "some-model",
  key: SECRET,
  text: TEXT,
  ...changes,
});
const ask = (changes?: Partial<ProviderRequest>, signal = new AbortController().signal) => askEndpoint(request(changes), signal);
const message = async (asked: ReturnType<typeof ask>) => {
  const outcome = await asked;
  return outcome.ok ? `answered: ${outcome.value.slice(0, 40)}` : failureText(outcome.failure);
};

describe("an OpenAI-compatible endpoint", () => {
  it("is called at /chat/completions with model, schema and the text as data, and the key only in the header", async () => {
    answer = chat(GOOD);
    expect(await ask({ endpoint: `${origin()}/v1/` })).toEqual({ ok: true, value: GOOD });
    const [{ url, authorization, cookie, body }] = seen;
    expect([url, authorization, cookie]).toEqual(["/v1/chat/completions", `Bearer ${SECRET}`, undefined]);
    expect(`${url}${body}`).not.toContain(SECRET);
    const sent = JSON.parse(body);
    expect(sent).toMatchObject({ model: "some-model", temperature: 0, stream: false });
    expect(sent.response_format.json_schema.strict).toBe(true);
    expect(sent.messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user"]);
    expect(sent.messages[1].content).toBe(`<text>\n${TEXT}\n</text>`);
  });

  it("gets no key if there is none, and is retried without the schema if it does not support it", async () => {
    answer = (response, incoming, body) => (body.includes("response_format") ? status(400) : chat(GOOD))(response, incoming, body);
    expect((await ask({ key: null })).ok).toBe(true);
    expect(seen.map(({ authorization, body }) => [authorization, body.includes("json_schema")])).toEqual([
      [undefined, true],
      [undefined, false],
    ]);
  });

  it("reports errors in plain words, never with its own text or the key", async () => {
    for (const [wrong, words] of [
      [status(401), /rejected the key \(status 401\)/],
      [status(403), /rejected the key \(status 403\)/],
      [status(404), /no such address or model/],
      [status(429), /is rate-limiting requests/],
      [status(500), /responded with status 500/],
      [status(302, { Location: "https://elsewhere.example/" }), /does not redirect/],
    ] as const) {
      answer = wrong;
      const said = await message(ask());
      expect(said).toMatch(words);
      expect(said).not.toContain(SECRET);
      expect(said).not.toContain("script");
    }
  });

  it("is refused if its response does not follow the protocol", async () => {
    const raw =
      (text: string, type = "application/json"): Answer =>
      (response) => {
        response.writeHead(200, { "Content-Type": type });
        response.end(text);
      };
    for (const wrong of [
      raw("<html><script>alert(1)</script></html>", "text/html"),
      raw(""),
      raw("null"),
      raw('{"choices":[]}'),
      raw('{"choices":[{"message":{"content":null}}]}'),
      raw('{"choices":[{"message":{"content":[{"type":"text"}]}}]}'),
      raw('{"choices":{"0":{"message":{"content":"x"}}}}'),
    ]) {
      answer = wrong;
      expect(await message(ask())).toBe("the endpoint's response does not follow the OpenAI API");
    }
  });

  it("is abandoned if its response never ends", async () => {
    let ended = false;
    answer = (response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.on("close", () => {
        ended = true;
      });
      const flood = () => {
        while (!ended && response.write("x".repeat(65_536)));
        if (!ended) response.once("drain", flood);
      };
      flood();
    };
    expect(await message(ask())).toMatch(/was refused: too long/);
    await expect.poll(() => ended).toBe(true);
  });

  it("can be canceled while it is silent", async () => {
    answer = () => undefined;
    const controller = new AbortController();
    const asked = ask({}, controller.signal);
    setTimeout(() => controller.abort(), 50);
    expect(await asked).toMatchObject({ ok: false, failure: { code: "canceled" } });
  });

  it("is named if unreachable or blocked by the browser's policy", async () => {
    expect(await message(ask({ endpoint: "http://127.0.0.1:9/v1" }))).toMatch(/^http:\/\/127\.0\.0\.1:9 did not respond/);
    const stopped = async () => {
      throw new TypeError("Failed to fetch");
    };
    const outcome = await askEndpoint(request(), new AbortController().signal, stopped, async () => true);
    expect(outcome.ok ? "" : failureText(outcome.failure)).toMatch(/^The app's content security policy blocked http:\/\/127/);
  });
});

describe("a model's reply", () => {
  const said = (reply: string, text = TEXT) => {
    const outcome = readReply(reply, text);
    return outcome.ok ? "taken" : failureText(outcome.failure);
  };

  it("is accepted if valid, in a code fence or not", () => {
    expect(said(GOOD)).toBe("taken");
    expect(said(`\`\`\`json\n${GOOD}\n\`\`\`\n`)).toBe("taken");
    expect(said(mark([{ quote: "STRONG demand", sentiment: "positive" }]))).toBe("taken");
    expect(said(mark([]))).toBe("taken");
  });

  it("is refused otherwise", () => {
    const positive = { quote: "strong demand", sentiment: "positive" };
    for (const [reply, words] of [
      ["", /not the requested JSON/],
      ["Sure! Here you go.", /not the requested JSON/],
      [`${GOOD} and some more`, /not the requested JSON/],
      ["[]", /violates the schema/],
      ["null", /violates the schema/],
      ['{"phrases":[]}', /violates the schema at topics/],
      [mark([{ ...positive, sentiment: "bullish" }]), /at phrases\.0\.sentiment/],
      [mark([{ ...positive, score: 0.99 }]), /at phrases\.0\.score/],
      [mark([{ quote: 5, sentiment: "positive" }]), /at phrases\.0\.quote/],
      [mark([{ quote: "  ", sentiment: "positive" }]), /at phrases\.0\.quote/],
      [mark([], [{ quote: "central bank", topic: "Buy now" }]), /at topics\.0\.topic/],
      ['{"phrases":[],"topics":[],"__proto__":{"x":1},"signal":"LONG"}', /violates the schema/],
      [mark(Array.from({ length: 201 }, () => positive)), /at phrases/],
      [mark([{ quote: "x".repeat(301), sentiment: "positive" }]), /at phrases\.0\.quote/],
      [mark([{ quote: "<script>alert(1)</script>", sentiment: "positive" }]), /is not in the text/],
      [mark([{ quote: "weak demand", sentiment: "negative" }]), /quotes “weak demand”, which is not in/],
      [" ".repeat(MAX_REPLY_LENGTH + 1), /too long/],
      ["[".repeat(100_000), /not the requested JSON/],
    ] as const) {
      expect(said(reply)).toMatch(words);
    }
  });

  it("counts a passage once, however often it is marked", () => {
    const many = mark(Array.from({ length: 50 }, () => ({ quote: "strong demand", sentiment: "positive" })));
    const outcome = readReply(many, TEXT);
    expect(outcome.ok && outcome.value.phrases).toHaveLength(1);
  });

  it("provides no numbers: score, weights and confidence follow from its marks by the specified formulas", () => {
    const found = resultOf(readReply(GOOD, TEXT));
    // "significantly" right after the profits gives them a weight of 1.4: 2.4 positive against 1 negative.
    expect(markedSentiment(TEXT, found)).toMatchObject({
      score: 2.4 / 3.4,
      confidence: 0.3,
      wordCount: 3,
      positive: 2.4,
      negative: 1,
    });
    const { tradingSignals, keyTopics, reasoning } = resultOf(analyzeNewsContent(TEXT, { ...DEFAULT_NEWS_SETTINGS, now: 0 }, GOOD));
    expect(tradingSignals.direction).toBe("LONG");
    expect(tradingSignals.confidence).toBeCloseTo((2.4 / 3.4 - 0.7) / 0.3, 12);
    expect(tradingSignals.strength).toBeCloseTo(0.4 * 2 * (2.4 / 3.4 - 0.5) + 0.3 * 0.9, 12);
    expect(keyTopics).toEqual(["Monetary Policy"]);
    expect(reasoning[0]).toMatch(/^2 positive passages/);
  });

  it("fails the analysis with the reason if refused, and too short a text is refused beforehand", () => {
    const settings = { ...DEFAULT_NEWS_SETTINGS, now: 0 };
    const wrong = analyzeNewsContent(TEXT, settings, "no");
    expect(wrong.ok ? "" : failureText(wrong.failure)).toMatch(/^Analysis failed: the model's reply was refused: not the requested JSON/);
    const short = analyzeNewsContent("too short", settings, GOOD);
    expect(short.ok ? "" : failureText(short.failure)).toBe("Analysis failed: Input text too short. Minimum 20 words required.");
  });
});
