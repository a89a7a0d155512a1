/** Where the service worker reads which hosts the person has entered; it writes them into the policy of the thread that talks to them. */
const CACHE = "prospect-hosts";
/** Whose hosts: of the language model, or of feeds. */
type HostList = "/hosts" | "/feed-hosts";
const PATIENCE = 3000;

/** On a first visit the service worker takes over a moment after the page has loaded. */
async function controlled(): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container || container.controller || !(await container.getRegistration())) return;
  await new Promise<void>((resolve) => {
    container.addEventListener("controllerchange", () => resolve(), { once: true });
    setTimeout(resolve, PATIENCE);
  });
}

/** Lets these origins be reached by threads started from now on; none but these. */
export async function allowHosts(origins: readonly string[], list: HostList = "/hosts"): Promise<void> {
  try {
    await controlled();
    const cache = await caches.open(CACHE);
    await cache.put(list, new Response(JSON.stringify(origins), { headers: { "Content-Type": "application/json" } }));
  } catch {
    // No secure page or no room: the call says so itself if it is stopped.
  }
}
