import { isOrigin, originOf } from "./origin.ts";

/** Isolation gives shared memory. */
export const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** No text becomes a script or markup but by the one policy that `src/client/trusted-scripts.ts` makes. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types default"];

/**
 * The two sheets react-aria-components writes into a page, by their hashes: what a press and an open dialog do to touches. No other sheet
 * and no style attribute is let in.
 */
const LIBRARY_STYLES = ["'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='", "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"];

/** What a page or thread may connect to: its own host, and these. Whatever is no origin stays out. */
const connections = (hosts: readonly string[]): string => ["connect-src 'self'", ...hosts.filter(isOrigin)].join(" ");

/**
 * What a page of the app may do: its own files and WebAssembly, and nothing else.
 * @param demoEndpoint where this build sends demo requests, if anywhere: another host must be let through by name
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

/** What a thread that talks to hosts the user has entered may do. */
export const threadPolicy = (hosts: readonly string[]): string =>
  ["default-src 'none'", "script-src 'self'", connections(hosts), ...TRUSTED_TYPES].join("; ");

/** A policy, or a page that carries one, with hosts added to what may be connected to. */
export const widenPolicy = (text: string, hosts: readonly string[]): string =>
  text.replaceAll(/connect-src ('|&#0?39;|&apos;)self\1/g, (directive) => [directive, ...hosts.filter(isOrigin)].join(" "));

/** Whether a policy lets its owner, of the origin `own`, connect to a host. What it says with wildcards is taken for leave. */
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

/** What every file of the app is sent with: by `npm start`, and by the service worker where the host sends less. */
export const securityHeaders = (demoEndpoint?: string): Record<string, string> => ({
  ...ISOLATION,
  "Content-Security-Policy": contentSecurityPolicy(demoEndpoint).join("; "),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
});
