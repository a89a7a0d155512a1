import type { BackupContent } from "../../workers/storage/jobs/read-backup";
import type { Settings } from "./settings-schema";

/** A host that a backup would let this device contact, and its purpose. */
export interface BroughtHost {
  origin: string;
  uses: string[];
}

const SETTINGS = "prospect.settings";

/** The settings that name a host, with its purpose. */
const NAMED = [
  { use: "language model", read: ({ provider }: Hosts) => provider?.endpoint },
  { use: "API", read: ({ apiHost }: Hosts) => apiHost },
  { use: "system status", read: ({ statusSocket }: Hosts) => statusSocket },
] as const;

/** The part of stored settings that names hosts; in an untrusted text any of it may be missing. */
interface Hosts {
  provider?: { endpoint?: string };
  apiHost?: string;
  statusSocket?: string;
}

function settingsOf(texts: Record<string, string>): Hosts {
  try {
    const read: unknown = JSON.parse(texts[SETTINGS] ?? "{}");
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}

const REACHED = /^(?:https?|wss?):$/;

/**
 * The origin of a stored URL, parsed like by its users: "https:host" is valid too. Earlier versions stored a feed's URL without scheme.
 * Null if it is not a URL.
 */
function originOf(address: unknown): string | null {
  if (typeof address !== "string" || address === "") return null;
  const whole = [address, `https://${address}`].find((text) => URL.canParse(text) && REACHED.test(new URL(text).protocol));
  return whole === undefined ? null : new URL(whole).origin;
}

const isRemoteFeed = (body: unknown): body is { name: string; address: string; form: string } =>
  typeof body === "object" && body !== null && "form" in body && (body.form === "address" || body.form === "socket");

/** Every host in a backup that the settings of this device do not name already. */
export function hostsOf({ settings, records }: Pick<BackupContent, "settings" | "records">, here: Settings): BroughtHost[] {
  const known = new Set(NAMED.map(({ read }) => originOf(read(here))));
  const hosts = new Map<string, string[]>();
  const add = (address: unknown, use: string) => {
    const origin = originOf(address);
    if (origin === null || known.has(origin)) return;
    hosts.set(origin, [...(hosts.get(origin) ?? []), use]);
  };
  const brought = settingsOf(settings);
  for (const { use, read } of NAMED) add(read(brought), use);
  for (const { kind, body } of records) if (kind === "feed" && isRemoteFeed(body)) add(body.address, `feed “${body.name}”`);
  return [...hosts].map(([origin, uses]) => ({ origin, uses }));
}

/** The texts of a backup, with this device's own hosts in place of those that were not allowed. */
export function withAllowedHosts(texts: Record<string, string>, refused: ReadonlySet<string>, here: Settings): Record<string, string> {
  if (!(SETTINGS in texts)) return texts;
  const brought = settingsOf(texts);
  const isRefused = (address: unknown) => refused.has(originOf(address) ?? "");
  const provider = isRefused(brought.provider?.endpoint) ? here.provider : brought.provider;
  const apiHost = isRefused(brought.apiHost) ? here.apiHost : brought.apiHost;
  const statusSocket = isRefused(brought.statusSocket) ? here.statusSocket : brought.statusSocket;
  return { ...texts, [SETTINGS]: JSON.stringify({ ...brought, provider, apiHost, statusSocket }) };
}

/** Feeds that stay paused because their host was not allowed. */
export const pausedFeeds = ({ records }: Pick<BackupContent, "records">, refused: ReadonlySet<string>): string[] =>
  records.flatMap(({ id, kind, body }) => (kind === "feed" && isRemoteFeed(body) && refused.has(originOf(body.address) ?? "") ? [id] : []));
