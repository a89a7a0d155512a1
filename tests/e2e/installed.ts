import type { Browser, BrowserContext } from "playwright";

/**
 * Visitors on whose device the app is installed, of the one browser of this process: its service worker keeps 843 files, which costs the
 * processor as much as three screens. What one visit leaves is taken away before the next: all that is stored but the app's own files, the
 * service worker's memory, tabs, listeners and routes. Scripts that pages begin with stay in a context: one that was given any is closed.
 */
const idle = new WeakMap<Browser, BrowserContext[]>();
/** What cannot be taken back. */
const LASTING = ["addInitScript", "exposeBinding", "exposeFunction"] as const;
/** All that a person's use of the app stores; its own files lie in a cache, and stay. */
const STORED = "cookies,local_storage,indexeddb,file_systems";

/** A visitor of `browser` who has the app installed, or is about to have it; `close` gives it back. */
export async function installedVisitor(
  browser: Browser,
  origin: string,
  start: () => Promise<BrowserContext>,
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const waiting = idle.get(browser) ?? [];
  idle.set(browser, waiting);
  const context = waiting.pop() ?? (await start());
  let lasting = false;
  for (const name of LASTING) {
    const own = context[name].bind(context) as (...given: unknown[]) => Promise<never>;
    Object.assign(context, {
      [name]: (...given: unknown[]) => {
        lasting = true;
        return own(...given);
      },
    });
  }
  return {
    context,
    async close() {
      try {
        if (lasting) throw new Error("scripts stay");
        await forget(context, origin);
        waiting.push(context);
      } catch {
        await context.close();
      }
    },
  };
}

/** Takes away what a visit has left. */
async function forget(context: BrowserContext, origin: string): Promise<void> {
  const [first, ...others] = context.pages();
  for (const page of others) await page.close({ runBeforeUnload: false });
  context.removeAllListeners();
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearPermissions();
  await first.goto(`${origin}/favicon.svg`);
  const devtools = await context.newCDPSession(first);
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.stopAllWorkers");
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: STORED });
  await devtools.detach();
  const own = await first.evaluate(async () => {
    sessionStorage.clear();
    const names = await caches.keys();
    const precache = names.filter((name) => name.includes("precache"));
    for (const name of names) if (!precache.includes(name)) await caches.delete(name);
    return precache.length;
  });
  if (own !== 1) throw new Error("the app is not installed");
  await first.goto("about:blank");
}
