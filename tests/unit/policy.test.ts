import fc from "fast-check";
import { safeParse } from "valibot";
import { describe, expect, it } from "vitest";
import { isOrigin } from "../../workers/origin";
import { contentSecurityPolicy, mayConnect, securityHeaders, threadPolicy, widenPolicy } from "../../workers/policy";
import { hostsSchema, namedHosts, secureHosts } from "../../workers/storage/allowed-hosts";
import { runs } from "../fixtures/in-all";

const HOSTILE = [
  "https://a;script-src",
  "https://*",
  "https://*.example",
  "https://a.example *",
  "https://a.example,https://b.example",
  "https://a.example\nscript-src",
  "https://a.example\n",
  "https://'self'",
  "https:",
  "*",
  "'unsafe-inline'",
  "data:",
  "https://a.example/path",
  "https://a.example?query",
  "https://user@a.example",
  "javascript:alert(1)",
  "https://a.example:80:80",
  "https://a.example:99999",
  "https://[::1",
  "https://1.2.3.4.5.6",
  "HTTPS://A.EXAMPLE",
  "https://a.example:443",
];
const ORIGINS = [
  "https://api.example.com",
  "wss://feed.example:8443",
  "ws://localhost:9",
  "http://localhost:11434",
  "https://[2001:db8::1]",
];

/** What a policy lets a page or thread connect to; each directive occurs once. */
function connectable(policy: string): string[] {
  const directives = policy.split(";").map((directive) => directive.trim().split(/\s+/));
  const names = directives.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
  return directives.find(([name]) => name === "connect-src")?.slice(1) ?? [];
}

/** Every place that builds a policy from user input. */
const BUILDERS: Record<string, (host: string) => string> = {
  "of a thread": (host) => threadPolicy([host]),
  "of the page, widened": (host) => widenPolicy(contentSecurityPolicy().join("; "), [host]),
  "of a build that sends demo requests": (host) => {
    try {
      return contentSecurityPolicy(host).join("; ");
    } catch {
      return contentSecurityPolicy().join("; ");
    }
  },
};

describe.each(Object.entries(BUILDERS))("a policy %s", (name, build) => {
  const others = build("")
    .split("; ")
    .filter((directive) => !directive.startsWith("connect-src"));

  it("admits only the origin of a parsed http or socket address", () => {
    for (const host of HOSTILE) {
      const policy = build(host);
      // An endpoint may have a path; only its origin is used.
      const lent = connectable(policy).slice(1);
      expect(lent.every(isOrigin), host).toBe(true);
      if (!name.includes("demo")) expect(lent, host).toEqual([]);
      expect(policy.split("; ").filter((directive) => !directive.startsWith("connect-src"))).toEqual(others);
    }
    for (const host of ORIGINS) {
      const kept = name.includes("demo") && !host.startsWith("http") ? [] : [host];
      expect(connectable(build(host))).toEqual(["'self'", ...kept]);
    }
  });

  it("keeps its other directives, whatever is given as a host", () => {
    const part = fc.oneof(
      fc.constantFrom("https://", "wss://", ";", " ", "*", "'", ",", "\n", "\t", "a.example", ":8", "script-src"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const policy = build(parts.join(""));
        expect(connectable(policy).slice(1).every(isOrigin)).toBe(true);
        expect(policy.split("; ").filter((directive) => !directive.startsWith("connect-src"))).toEqual(others);
      }),
      { numRuns: runs(2000) },
    );
  });
});

it("a page runs and styles only its own files, and cannot be framed", () => {
  const policy = contentSecurityPolicy();
  for (const word of ["'unsafe-inline'", "'unsafe-eval'", "*", "data:", "blob:"])
    for (const directive of policy.filter((one) => /^(?:default|script|style|worker|connect)-src/.test(one)))
      expect(directive.split(" ")).not.toContain(word);
  for (const directive of ["default-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "object-src 'none'"])
    expect(policy).toContain(directive);
});

describe("lists of hosts", () => {
  it("keep origins only", () => {
    expect(namedHosts([...HOSTILE, ...ORIGINS])).toEqual(ORIGINS);
    expect(secureHosts(HOSTILE)).toEqual([]);
    expect(safeParse(hostsSchema, ORIGINS).success).toBe(true);
    for (const host of HOSTILE) expect(safeParse(hostsSchema, [host]).success, host).toBe(false);
  });

  it("send a secret only over https or to this machine", () => {
    expect(secureHosts(["https://a.example", "http://a.example", "ws://a.example", "http://127.0.0.1:8080", "http://localhost"])).toEqual([
      "https://a.example",
      "http://127.0.0.1:8080",
      "http://localhost",
    ]);
  });

  it("are the same in the header and the page", () => {
    expect(connectable(securityHeaders()["Content-Security-Policy"])).toEqual(["'self'"]);
    const page = '<meta content="default-src &#39;self&#39;; connect-src &#39;self&#39;; object-src &#39;none&#39;">';
    expect(widenPolicy(page, ["https://*", "https://a.example"])).toContain("connect-src &#39;self&#39; https://a.example;");
  });
});

describe("permission to connect to a host", () => {
  const OWN = "https://prospect.example";
  const HOST = "http://127.0.0.1:11434";
  it.each([
    ["", true],
    ["script-src 'self'", true],
    [threadPolicy([HOST]), true],
    [threadPolicy([]), false],
    [threadPolicy(["http://127.0.0.1:1143"]), false],
    [contentSecurityPolicy().join("; "), false],
    ["default-src 'self'", false],
    ["default-src 'none'; connect-src http:", true],
    ["default-src 'none'; connect-src https:", false],
    ["connect-src *", true],
    ["connect-src http://*:11434", true],
  ])("%s: %s", (policy, leave) => {
    expect(mayConnect(policy, HOST, OWN)).toBe(leave);
  });

  it("admits its own host by 'self'", () => {
    expect(mayConnect("default-src 'self'", OWN, OWN)).toBe(true);
    expect(mayConnect("connect-src 'none'", OWN, OWN)).toBe(false);
  });
});
