/** Scripts that may be started by URL, which the policy restricts to this host: the app's workers and its service worker. */
const SCRIPTS = /^[^?#]*\/(assets\/\w+\.worker-[\w-]+|service-worker)\.js$/;

interface TrustedTypes {
  createPolicy(name: string, rules: Record<"createHTML" | "createScriptURL", (text: string) => string | null>): unknown;
}

// The page's only policy; a second one of this name cannot be created. Text never becomes a script, and only the empty string becomes
// markup: a library clears its announcements with it.
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("default", {
  createHTML: (text) => (text ? null : text),
  createScriptURL: (text) => (SCRIPTS.test(text) ? text : null),
});
