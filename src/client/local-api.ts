import { type Remote, transfer, wrap } from "comlink";
import type { PageApi } from "../../workers/api.worker";
import { serviceWorkers } from "../lib/capabilities";
import { hostApi } from "./api-host";

let inPage: Promise<Remote<PageApi>> | null = null;

/** The API in a worker of this page, started on first use. */
function pageApi(): Promise<Remote<PageApi>> {
  inPage ??= (async () => {
    const worker = new Worker(new URL("../../workers/api.worker.ts", import.meta.url), { type: "module", name: "api" });
    const { port1, port2 } = new MessageChannel();
    hostApi(port1);
    port1.start();
    const api = wrap<PageApi>(worker);
    await api.start(transfer(port2, [port2]));
    return api;
  })();
  return inPage;
}

/** Whether the service worker handles this page's requests. */
const isControlled = (): boolean => Boolean(serviceWorkers()?.controller);

/** Calls the API of this device: through the service worker if it controls the page, otherwise in a worker of the page. */
export async function localFetch(request: Request): Promise<Response> {
  if (isControlled()) return fetch(request);
  const bodied = request.method !== "GET" && request.method !== "HEAD";
  const api = await pageApi();
  const { status, headers, body } = await api.answer({
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body: bodied ? await request.blob() : null,
  });
  return new Response(body, { status, headers });
}
