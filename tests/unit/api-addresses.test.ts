import { describe, expect, it } from "vitest";
import { isApiPath, isForm } from "../../workers/api/app";

describe("addresses of the API", () => {
  it("are all paths under /v1 or /api except the screen /api", () => {
    // A browser resolves /v1/strategies/.. to /v1/ before sending the request.
    for (const path of ["/v1", "/v1/", "/v1/strategies", "/api/", "/api/openapi.json"]) expect(isApiPath(path), path).toBe(true);
    for (const path of ["/", "/api", "/v12", "/apis", "/docs/v1"]) expect(isApiPath(path), path).toBe(false);
    expect(isApiPath("/api", "DELETE")).toBe(true);
  });

  it("accept no form posted by a page", () => {
    expect(isForm({ mode: "navigate", method: "POST" })).toBe(true);
    expect(isForm({ mode: "navigate", method: "GET" })).toBe(false);
    expect(isForm({ mode: "cors", method: "POST" })).toBe(false);
  });
});
