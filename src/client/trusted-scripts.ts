/** The scripts that may be started by their address, which the policy holds to this host: the app's threads and its service worker. */
const SCRIPTS = /^[^?#]*\/(assets\/\w+\.worker-[\w-]+|service-worker)\.js$/;

interface TrustedTypes {
  createPolicy(name: string, rules: Record<"createHTML" | "createScriptURL", (text: string) => string | null>): unknown;
}

// The only policy the page has, and a second one of its name cannot be made. Text never becomes a script; as markup only the empty text
// passes, by which a library clears what it has read out.
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("default", {
  createHTML: (text) => (text ? null : text),
  createScriptURL: (text) => (SCRIPTS.test(text) ? text : null),
});
