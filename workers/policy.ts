import { isOrigin, originOf } from "./origin.ts";

/** Cross-origin isolation is required for shared memory. */
export const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Text becomes a script or markup only through the one policy created in `src/client/trusted-scripts.ts`. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types default"];

/**
 * Hashes of the two style sheets that react-aria-components inserts into a page, which control touches during a press and behind an open
 * dialog. No other inline sheet and no style attribute is allowed.
 */
const LIBRARY_STYLES = ["'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='", "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"];

/** What a page or worker may connect to: its own host, and these. Anything that is not an origin is omitted. */
const connections = (hosts: readonly string[]): string => ["connect-src 'self'", ...hosts.filter(isOrigin)].join(" ");

/**
 * The policy of a page: the app's own files and WebAssembly, and nothing else.
 * @param demoEndpoint where this build sends demo requests, if anywhere: another host must be allowed by name
 */
export function contentSecurityPolicy(demoEndpoint?: string): string[] {
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' ${LIBRARY_STYLES.join(" ")}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    connections(demoEndpoint?.startsWith("http") ? [originOf(demoEndpoint)] : []),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...TRUSTED_TYPES,
  ];
}

/** The policy of a worker that contacts hosts entered by the user. */
export const threadPolicy = (hosts: readonly string[]): string =>
  ["default-src 'none'", "script-src 'self'", connections(hosts), ...TRUSTED_TYPES].join("; ");

/** Adds hosts to those a policy, or a page that contains one, may connect to. */
export const widenPolicy = (text: string, hosts: readonly string[]): string =>
  text.replaceAll(/connect-src ('|&#0?39;|&apos;)self\1/g, (directive) => [directive, ...hosts.filter(isOrigin)].join(" "));

/** Whether a policy allows its owner, of origin `own`, to connect to a host. Any source with a wildcard counts as allowing it. */
export function mayConnect(policy: string, host: string, own: string): boolean {
  const directives = new Map(
    policy
      .split(/[;,]/)
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name, ...sources]) => [name, sources]),
  );
  const sources = directives.get("connect-src") ?? directives.get("default-src");
  const isMeant = (source: string) => source === host || source === host.split("//")[0] || (source === "'self'" && host === own);
  return sources?.some((source) => isMeant(source) || source.includes("*")) ?? true;
}

/** Headers of every file of the app: sent by `npm start`, and added by the service worker if the host sends fewer. */
export const securityHeaders = (demoEndpoint?: string): Record<string, string> => ({
  ...ISOLATION,
  "Content-Security-Policy": contentSecurityPolicy(demoEndpoint).join("; "),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
});
