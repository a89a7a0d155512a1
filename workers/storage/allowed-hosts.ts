import * as v from "valibot";
import { isOrigin, isPrivate } from "../origin";
import { deviceDatabase } from "./device-database";

const ID = "hosts";
const MAX_HOSTS = 50;

const origin = v.pipe(v.string(), v.check(isOrigin));
export const hostsSchema = v.pipe(v.array(origin), v.maxLength(MAX_HOSTS));
const entrySchema = v.object({ hosts: hostsSchema });

/** The entries of a list that are plain origins. */
export const namedHosts = (list: readonly string[]): string[] => list.filter(isOrigin).slice(0, MAX_HOSTS);

/** The entries of a list that may receive a secret: over https, or on this machine. */
export const secureHosts = (list: readonly string[]): string[] => namedHosts(list).filter((one) => isPrivate(new URL(one)));

/** A policy that allows a host for calls does not allow WebSockets to it. */
const withSockets = (hosts: readonly string[]): string[] => [...new Set(hosts.flatMap((host) => [host, host.replace(/^http/, "ws")]))];

/** The hosts the user has added, which the page may call and open sockets to besides its own. */
export async function allowedHosts(workspace: string): Promise<string[]> {
  const parsed = v.safeParse(entrySchema, await (await deviceDatabase(workspace)).get("api", ID));
  return parsed.success ? withSockets(parsed.output.hosts) : [];
}

export async function keepHosts(workspace: string, hosts: string[]): Promise<void> {
  await (await deviceDatabase(workspace)).put("api", { id: ID, hosts });
}
