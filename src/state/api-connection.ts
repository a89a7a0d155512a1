import type { Outcome } from "../../workers/contract";
import { ApiClient } from "../client/api-client";
import { storage } from "../client/compute";
import { localFetch } from "../client/local-api";
import { Store } from "../lib/store";
import { settings } from "./settings";
import { sourceAtom } from "./source-atom";

const WORKSPACE = "prospect";

/** The key or token in use: in memory only, until the tab is closed, so that nothing can store or show it. */
const secret = new Store("");
export const apiSecret = {
  read: secret.read,
  use: (given: string): void => secret.set(given.trim()),
};
export const apiSecretAtom = sourceAtom(secret);

/** The client for whoever the settings name: this device, or a host. */
export function apiClient(key?: string): ApiClient {
  const host = settings.read().apiHost;
  return new ApiClient({ host, key, transport: host === "" ? localFetch : (request) => fetch(request) });
}

/** A new access token of the local API. */
export const issueToken = (): Promise<Outcome<string>> => storage.run("issue-api-token", { workspace: WORKSPACE }, { cache: false });

/** Lets the page reach the hosts of the settings as they will be, from its next load on; then changes the settings. */
async function reach(changes: { apiHost?: string; statusSocket?: string }): Promise<Outcome<null>> {
  const { apiHost, statusSocket } = { ...settings.read(), ...changes };
  const hosts = [apiHost, statusSocket].filter((address) => address !== "").map((address) => new URL(address).origin);
  const allowed = await storage.run("allow-hosts", { workspace: WORKSPACE, hosts }, { cache: false });
  if (allowed.ok) settings.change(changes);
  return allowed;
}

/** Has a socket tell the system status from now on ("" for this device). */
export const statusFrom = (statusSocket: string): Promise<Outcome<null>> => reach({ statusSocket });

/** Has a host answer from now on ("" for this device). The page may call it once it has been reloaded. */
export const answerFrom = (apiHost: string): Promise<Outcome<null>> => reach({ apiHost });
