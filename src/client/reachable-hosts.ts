import { serviceWorkerInControl } from "./service-worker-control";

/**
 * Cache in which the service worker looks up the hosts the user has entered; it adds them to the policy of the worker that contacts them.
 */
const CACHE = "prospect-hosts";
/** Whose hosts: the language model's or the feeds'. */
type HostList = "/hosts" | "/feed-hosts";

/** Allows workers started from now on to contact these origins, and no others. */
export async function allowHosts(origins: readonly string[], list: HostList = "/hosts"): Promise<void> {
  try {
    await serviceWorkerInControl();
    const cache = await caches.open(CACHE);
    await cache.put(list, new Response(JSON.stringify(origins), { headers: { "Content-Type": "application/json" } }));
  } catch {
    // Not a secure context, or no space: a blocked call reports it itself.
  }
}
