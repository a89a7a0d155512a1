import type { Browser, BrowserContext } from "playwright";
import { within } from "./within";

/**
 * Visitors who have installed the app, in this process's single browser: installing it caches 843 files, which takes as much CPU time as
 * three screens. After each visit everything is removed but the app's own files: stored data, the service worker's memory, tabs, listeners
 * and routes. Init scripts cannot be removed, so a context that was given any is closed.
 */
const idle = new WeakMap<Browser, BrowserContext[]>();
/** Methods whose effect cannot be undone. */
const LASTING = ["addInitScript", "exposeBinding", "exposeFunction"] as const;
/** Everything the use of the app stores; its own files are in the cache, and stay. */
const STORED = "cookies,local_storage,indexeddb,file_systems";

/** A visitor of `browser` who has installed the app, or is about to; `close` returns the context for reuse. */
export async function installedVisitor(
  browser: Browser,
  origin: string,
  start: () => Promise<BrowserContext>,
  end: (context: BrowserContext) => Promise<void>,
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
      if (!lasting && (await isForgotten(context, origin))) waiting.push(context);
      else await end(context);
    },
  };
}

/** Removes what a visit has stored. @returns whether everything is gone */
async function isForgotten(context: BrowserContext, origin: string): Promise<boolean> {
  try {
    return await forget(context, origin);
  } catch (error) {
    console.warn(`A visitor is not used again: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

async function forget(context: BrowserContext, origin: string): Promise<boolean> {
  const [first, ...others] = context.pages();
  for (const page of others) await within("closing a tab", page.close({ runBeforeUnload: false }));
  context.removeAllListeners();
  await within("taking its routes away", context.unrouteAll());
  await within("going online", context.setOffline(false));
  await within("taking permissions away", context.clearPermissions());
  await first.goto(`${origin}/favicon.svg`);
  const devtools = await within("opening the protocol", context.newCDPSession(first));
  await within("asking for service workers", devtools.send("ServiceWorker.enable"));
  await within("stopping service workers", devtools.send("ServiceWorker.stopAllWorkers"));
  await within("clearing its storage", devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: STORED }));
  await within("closing the protocol", devtools.detach());
  const clearing = first.evaluate(async () => {
    sessionStorage.clear();
    const names = await caches.keys();
    const precache = names.filter((name) => name.includes("precache"));
    for (const name of names) if (!precache.includes(name)) await caches.delete(name);
    return precache.length;
  });
  const isInstalled = (await within("clearing its caches", clearing)) === 1;
  await first.goto("about:blank");
  return isInstalled;
}
