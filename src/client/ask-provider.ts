import type { Outcome } from "../../workers/contract";
import type { ProviderRequest } from "../../workers/news/provider/ask";
import type { ProviderApi } from "../../workers/provider.worker";
import { canceled, notLoaded, withTexts } from "./failures";
import { allowHosts } from "./reachable-hosts";
import { WatchedWorker } from "./watched-worker";

const spawn = () => new Worker(new URL("../../workers/provider.worker.ts", import.meta.url), { type: "module", name: "provider" });

/**
 * Asks the endpoint the user has entered, from a separate worker: the page itself stays unable to contact other hosts. The worker lives for
 * one question, so that its policy always matches the host in the settings.
 */
export async function askProvider(request: ProviderRequest, signal: AbortSignal): Promise<Outcome<string>> {
  await allowHosts([new URL(request.endpoint).origin]);
  if (signal.aborted) return canceled();
  return new Promise((resolve) => {
    const worker = new WatchedWorker<ProviderApi>(spawn, () => resolve(notLoaded()));
    const finish = (outcome: Outcome<string>) => {
      worker.end();
      resolve(outcome);
    };
    signal.addEventListener("abort", () => finish(canceled()), { once: true });
    void worker.ready.then(async () => finish(await withTexts(await worker.api.ask(request))));
  });
}
