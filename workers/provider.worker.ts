import { expose } from "comlink";
import type { Outcome } from "./contract";
import { askEndpoint, type ProviderRequest } from "./news";
import { originOf } from "./origin";
import { holdLock, type Liveness } from "./runtime/hold-lock";
import { stoppingPolicy } from "./stopping-policy";

/** The worker that contacts the user's language model, the only other host it may contact. */
export interface ProviderApi extends Liveness {
  ask(request: ProviderRequest): Promise<Outcome<string>>;
}

const never = new AbortController();
const api: ProviderApi = {
  ask: (request) => {
    const blocked = async () => (await stoppingPolicy(originOf(request.endpoint))) !== null;
    return askEndpoint(request, never.signal, (url, init) => fetch(url, init), blocked);
  },
  hold: holdLock,
};
expose(api);
