import { serviceWorkerInControl } from "./service-worker-control";

/** Where the service worker reads which hosts the person has entered; it writes them into the policy of the thread that talks to them. */
const CACHE = "prospect-hosts";
/** Whose hosts: of the language model, or of feeds. */
type HostList = "/hosts" | "/feed-hosts";

/** Lets these origins be reached by threads started from now on; none but these. */
export async function allowHosts(origins: readonly string[], list: HostList = "/hosts"): Promise<void> {
  try {
    await serviceWorkerInControl();
    const cache = await caches.open(CACHE);
    await cache.put(list, new Response(JSON.stringify(origins), { headers: { "Content-Type": "application/json" } }));
  } catch {
    // No secure page or no room: the call says so itself if it is stopped.
  }
}
