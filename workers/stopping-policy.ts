import type { Millis } from "./contract";
import { mayConnect } from "./policy";

/** Time after a failed call in which the browser may still report that a policy blocked it. */
const REPORT: Millis = 100;

let violated: string | null = null;
self.addEventListener("securitypolicyviolation", (event) => {
  violated = (event as SecurityPolicyViolationEvent).originalPolicy;
});

/** The policy that blocked a failed call of this worker to a host, or to one it redirected to; null if none did. */
export async function stoppingPolicy(host: string): Promise<string | null> {
  await new Promise((resolve) => setTimeout(resolve, REPORT));
  if (violated !== null) return violated;
  // WebKit does not report violations in workers: there the policy is read from the headers of this worker's script.
  const script = await fetch(self.location.href).catch(() => null);
  const policy = script?.headers.get("Content-Security-Policy") ?? "";
  return mayConnect(policy, host, self.location.origin) ? null : policy;
}
