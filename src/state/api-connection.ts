import { atom } from "jotai";
import { type Outcome, WORKSPACE } from "../../workers/contract";
import { originOf } from "../../workers/origin";
import { ApiClient } from "../client/api-client";
import { storage } from "../client/compute";
import { localFetch } from "../client/local-api";
import { Store } from "../lib/store";
import { settings, settingsAtom } from "./settings";
import { sourceAtom } from "./source-atom";

/** Owner of a key: this device, or an origin. */
const holderOf = (host: string): string => (host === "" ? "" : originOf(host));

/**
 * The key or token in use: in memory only, until the tab is closed, so that it is never stored or shown. It belongs to the origin it was
 * entered for, and is not used for any other.
 */
const secret = new Store({ text: "", holder: "" });
const secretAtom = sourceAtom(secret);
const secretOf = ({ text, holder }: ReturnType<typeof secret.read>, host: string): string => (holder === holderOf(host) ? text : "");
export const apiSecret = {
  read: (): string => secretOf(secret.read(), settings.read().apiHost),
  use: (given: string): void => secret.set({ text: given.trim(), holder: holderOf(settings.read().apiHost) }),
};
export const apiSecretAtom = atom((get) => secretOf(get(secretAtom), get(settingsAtom).apiHost));

/** The client for the server in the settings: this device, or a host. */
export function apiClient(): ApiClient {
  const host = settings.read().apiHost;
  return new ApiClient({ host, transport: host === "" ? localFetch : (request) => fetch(request) });
}

/** A new access token of the local API. */
export const issueToken = (): Promise<Outcome<string>> => storage.run("issue-api-token", { workspace: WORKSPACE }, { cache: false });

/** Allows the page to contact the hosts in the changed settings, from its next load on; then changes the settings. */
async function reach(changes: { apiHost?: string; statusSocket?: string }): Promise<Outcome<null>> {
  const { apiHost, statusSocket } = { ...settings.read(), ...changes };
  const hosts = [apiHost, statusSocket].filter((address) => address !== "").map((address) => new URL(address).origin);
  const allowed = await storage.run("allow-hosts", { workspace: WORKSPACE, hosts }, { cache: false });
  if (allowed.ok) settings.change(changes);
  return allowed;
}

/** Sets the socket that reports the system status ("" for this device). */
export const statusFrom = (statusSocket: string): Promise<Outcome<null>> => reach({ statusSocket });

/** Sets the host that answers the API ("" for this device). The page may contact it only after a reload. */
export const answerFrom = (apiHost: string): Promise<Outcome<null>> => reach({ apiHost });
