import { describe, expect, it } from "vitest";
import { isApiPath, isForm } from "../../workers/api/app";
import { namedHosts, secureHosts } from "../../workers/storage/allowed-hosts";

describe("addresses of the API", () => {
  it("are all that begin with /v1 or /api, but the screen /api", () => {
    // A browser makes /v1/ of /v1/strategies/.. before anybody is asked.
    for (const path of ["/v1", "/v1/", "/v1/strategies", "/api/", "/api/openapi.json"]) expect(isApiPath(path), path).toBe(true);
    for (const path of ["/", "/api", "/v12", "/apis", "/docs/v1"]) expect(isApiPath(path), path).toBe(false);
    expect(isApiPath("/api", "DELETE")).toBe(true);
  });

  it("take no form of a page", () => {
    expect(isForm({ mode: "navigate", method: "POST" })).toBe(true);
    expect(isForm({ mode: "navigate", method: "GET" })).toBe(false);
    expect(isForm({ mode: "cors", method: "POST" })).toBe(false);
  });
});

describe("origins that may enter a policy", () => {
  const hostile = [
    "https://a;script-src",
    "https://*",
    "https://a.example *",
    "https://a.example,https://b.example",
    "https://a.example\nscript-src",
    "https://'self'",
    "https:",
    "data:",
    "https://a.example/path",
    "https://user@a.example",
    "javascript:alert(1)",
    "https://a.example:80:80",
  ];

  it("are origins and nothing else", () => {
    expect(namedHosts(hostile)).toEqual([]);
    expect(secureHosts(hostile)).toEqual([]);
    const kept = ["https://api.example.com", "wss://feed.example:8443", "http://localhost:11434", "https://[2001:db8::1]"];
    expect(namedHosts(kept)).toEqual(kept);
  });

  it("take a secret by https or to this machine only", () => {
    expect(secureHosts(["https://a.example", "http://a.example", "ws://a.example", "http://127.0.0.1:8080", "http://localhost"])).toEqual([
      "https://a.example",
      "http://127.0.0.1:8080",
      "http://localhost",
    ]);
  });
});
