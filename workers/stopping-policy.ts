import type { Millis } from "./contract";
import { mayConnect } from "./policy";

/** How long after a failed call the browser may still report that its policy stopped it. */
const REPORT: Millis = 100;

let violated: string | null = null;
self.addEventListener("securitypolicyviolation", (event) => {
  violated = (event as SecurityPolicyViolationEvent).originalPolicy;
});

/** The policy that stopped a failed call of this thread to a host, or to another on the way there; null where none did. */
export async function stoppingPolicy(host: string): Promise<string | null> {
  await new Promise((resolve) => setTimeout(resolve, REPORT));
  if (violated !== null) return violated;
  // WebKit reports to no thread: there it is read off what the thread's own script comes with.
  const script = await fetch(self.location.href).catch(() => null);
  const policy = script?.headers.get("Content-Security-Policy") ?? "";
  return mayConnect(policy, host, self.location.origin) ? null : policy;
}
