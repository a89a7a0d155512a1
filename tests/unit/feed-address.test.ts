import { describe, expect, it } from "vitest";
import { askedAddress } from "../../src/state/feeds/feed-address";
import { checkAddress, holdsKey } from "../../workers/feeds/address";
import { socketTexts } from "../../workers/feeds/socket-message";
import { failureText, says } from "../fixtures/failure-text";

const check = (url: string, kind: "market" | "news" = "market", proxy = "", page = "https:", message = "") => {
  const checked = checkAddress(kind, { url, proxy, message }, page);
  return checked.ok ? checked.value : failureText(checked.failure);
};

describe("feed addresses", () => {
  it("refuses invalid addresses, passwords, and what the browser would not read", () => {
    for (const url of [
      "",
      "prices",
      "//host/a",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/csv,1",
      "ftp://host/a",
      "https://",
    ])
      expect(check(url)).toBe(says("feeds/addressInvalid"));
    for (const url of ["https://me:secret@host/a", "https://me@host/a", "wss://me:x@host"])
      expect(check(url)).toBe(says("feeds/credentials"));
    expect(check("wss://host/live", "news")).toBe(says("feeds/newsAddress"));
    expect(check("http://host/a")).toBe(says("feeds/mixed", { origin: "http://host" }));
    expect(check("ws://host/a")).toBe(says("feeds/mixed", { origin: "ws://host" }));
    expect(check("http://127.0.0.1:8/a")).toMatchObject({ form: "address" });
    expect(check("http://host/a", "market", "", "http:")).toMatchObject({ form: "address" });
    expect(check("https://host/a", "market", "http://far/?url=")).toBe(says("feeds/proxyInvalid"));
    expect(check("https://host/a", "market", "https://me:x@far/?url=")).toBe(says("feeds/proxyInvalid"));
  });

  it("shows host and path, never what follows", () => {
    expect(check("https://host:8443/data/daily-prices.csv?symbol=SPY&apikey=abc#part")).toMatchObject({
      form: "address",
      address: "https://host:8443/data/daily-prices.csv",
      whole: false,
      name: "host daily prices",
      url: "https://host:8443/data/daily-prices.csv?symbol=SPY&apikey=abc",
    });
    expect(check("https://host/a.csv")).toMatchObject({ address: "https://host/a.csv", whole: true });
    expect(check("https://host/a.csv", "market", "https://proxy/?u=")).toMatchObject({ whole: false });
    expect(check("https://host/hooks/T0123ABCDabcd456789efgh/a")).toMatchObject({ address: "https://host/…", whole: false, name: "host" });
    expect(check("wss://host/live")).toMatchObject({ form: "socket", address: "wss://host/live" });
    expect(check("demo:")).toMatchObject({ form: "simulator", seed: 1, address: "demo:1" });
    expect(check("demo:42", "news")).toMatchObject({ form: "simulator", seed: 42, name: "Simulated news 42" });
  });

  it("detects addresses that contain a key", () => {
    for (const url of [
      "https://h/a?apikey=x",
      "https://h/a?API_KEY=x",
      "https://h/a?access_token=x",
      "https://h/a?sig=x",
      "https://h/a?q=4f9c1e0a7b2d8c6e5f3a",
      "https://h/4f9c1e0a7b2d8c6e5f3a9d/x",
    ])
      expect([url, holdsKey(url)]).toEqual([url, true]);
    for (const url of [
      "https://h/a",
      "https://h/a?symbol=SPY&interval=1d&start=2026-01-01T00:00:00.000Z",
      "https://h/market-data/daily-adjusted-prices",
      "https://h/a?key=",
    ])
      expect([url, holdsKey(url)]).toEqual([url, false]);
  });

  it("separates a socket's messages from its address, and detects those that contain a key", () => {
    const say = (message: string, url = "wss://host/live") => check(url, "market", "", "https:", message);
    const plain = '{"action":"authenticate later","symbols":["SPY"],"signal":true}';
    expect(say(` ${plain} `)).toMatchObject({ message: plain, url: "wss://host/live", whole: false });
    expect(say("SUBSCRIBE trades\n---\n[1]")).toMatchObject({ secret: false, whole: false });
    expect(socketTexts("SUBSCRIBE trades\n---\n\n [1] \n----\n")).toEqual(["SUBSCRIBE trades", "[1]"]);
    expect(say("")).toMatchObject({ message: "", whole: true, secret: false });
    expect(say(plain, "https://host/a.csv")).toMatchObject({ message: "", whole: true });
    expect(say('{"action":')).toBe(says("feeds/messageJson"));
    expect(say("hello\n---\n[1")).toBe(says("feeds/messageJson"));
    expect(say("x".repeat(5000))).toBe(says("feeds/messageLong", { longest: 4000 }));
    for (const secret of [
      '{"apiKey":"x"}',
      '{"action":"auth","token" : "x"}',
      "login key=x",
      "4f9c1e0a7b2d8c6e5f3a",
      '{"a":["4f9c1e0a7b2d8c6e5f3a"]}',
    ])
      expect([secret, say(secret)]).toMatchObject([secret, { secret: true }]);
    for (const open of ["SUBSCRIBE trades", '{"action":"authenticate","symbols":["SPY"]}', '{"from":"2026-01-01T00:00:00.000Z"}'])
      expect([open, say(open)]).toMatchObject([open, { secret: false }]);
  });

  it("calls a proxy with the address appended or substituted", () => {
    const url = "https://host/a?b=c&d=e";
    expect(askedAddress({ url, proxy: "" })).toBe(url);
    expect(askedAddress({ url, proxy: "https://p/?url=" })).toBe(`https://p/?url=${encodeURIComponent(url)}`);
    expect(askedAddress({ url, proxy: "https://p/{url}/x" })).toBe(`https://p/${encodeURIComponent(url)}/x`);
  });
});
