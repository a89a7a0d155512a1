import { atom } from "jotai";
import type { Outcome } from "../../workers/contract";
import { originOf } from "../../workers/origin";
import { ApiClient } from "../client/api-client";
import { storage } from "../client/compute";
import { localFetch } from "../client/local-api";
import { Store } from "../lib/store";
import { settings, settingsAtom } from "./settings";
import { sourceAtom } from "./source-atom";

const WORKSPACE = "prospect";

/** Whose a key is: this device's, or an origin's. */
const holderOf = (host: string): string => (host === "" ? "" : originOf(host));

/**
 * The key or token in use: in memory only, until the tab is closed, so that nothing can store or show it. It is for the origin it was entered
 * for, and there is none while another is chosen.
 */
const secret = new Store({ text: "", holder: "" });
const secretAtom = sourceAtom(secret);
const secretOf = ({ text, holder }: ReturnType<typeof secret.read>, host: string): string => (holder === holderOf(host) ? text : "");
export const apiSecret = {
  read: (): string => secretOf(secret.read(), settings.read().apiHost),
  use: (given: string): void => secret.set({ text: given.trim(), holder: holderOf(settings.read().apiHost) }),
};
export const apiSecretAtom = atom((get) => secretOf(get(secretAtom), get(settingsAtom).apiHost));

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
