import { expose } from "comlink";
import type { Outcome } from "./contract";
import { askEndpoint, type ProviderRequest } from "./news";
import { holdLock, type Liveness } from "./runtime/hold-lock";

/** The only thread that may talk to another host: the one the person has entered. */
export interface ProviderApi extends Liveness {
  ask(request: ProviderRequest): Promise<Outcome<string>>;
}

/** How long after a failed call the browser may still report that its policy stopped it. */
const REPORT = 100;

let stopped = false;
self.addEventListener("securitypolicyviolation", () => {
  stopped = true;
});

const blocked = async (): Promise<boolean> => {
  await new Promise((resolve) => setTimeout(resolve, REPORT));
  return stopped;
};

const never = new AbortController();
const api: ProviderApi = {
  ask: (request) => askEndpoint(request, never.signal, (url, init) => fetch(url, init), blocked),
  hold: holdLock,
};
expose(api);
