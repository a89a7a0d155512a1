import * as v from "valibot";
import { isPrivate } from "../origin";
import { deviceDatabase } from "./device-database";

const ID = "hosts";
const MAX_HOSTS = 50;

/** An origin the policy may name: nothing in it can end the directive or begin another. */
const origin = v.pipe(v.string(), v.regex(/^(https|wss|http|ws):\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/));
export const hostsSchema = v.pipe(v.array(origin), v.maxLength(MAX_HOSTS));
const entrySchema = v.object({ hosts: hostsSchema });

/** Those of a list that are origins and nothing else. */
export const namedHosts = (list: readonly string[]): string[] => list.filter((one) => v.is(origin, one)).slice(0, MAX_HOSTS);

/** Those of a list a secret may be sent to: by https, or to this machine. */
export const secureHosts = (list: readonly string[]): string[] => namedHosts(list).filter((one) => isPrivate(new URL(one)));

/** The hosts the person has added, which the page may call besides its own. */
export async function allowedHosts(workspace: string): Promise<string[]> {
  const parsed = v.safeParse(entrySchema, await (await deviceDatabase(workspace)).get("api", ID));
  return parsed.success ? parsed.output.hosts : [];
}

export async function keepHosts(workspace: string, hosts: string[]): Promise<void> {
  await (await deviceDatabase(workspace)).put("api", { id: ID, hosts });
}

/** A content security policy, or a page that carries one, with the hosts added to what may be connected to. */
export const widenPolicy = (text: string, hosts: readonly string[]): string =>
  hosts.length === 0 ? text : text.replaceAll(/connect-src ('|&#0?39;|&apos;)self\1/g, (directive) => `${directive} ${hosts.join(" ")}`);
