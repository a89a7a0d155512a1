import { safeParse } from "valibot";
import { fail, type Outcome, succeed } from "../../contract";
import { hostsSchema, keepHosts } from "../allowed-hosts";
import { refused } from "../device-database";

/** Saves the hosts the page may call; effective from the next page load. */
export async function allowHosts({ workspace, hosts }: { workspace: string; hosts: string[] }): Promise<Outcome<null>> {
  const parsed = safeParse(hostsSchema, hosts);
  if (!parsed.success) return fail("bad-input", "storage/hostInvalid");
  try {
    await keepHosts(workspace, [...new Set(parsed.output)]);
    return succeed(null);
  } catch (error) {
    return refused(error);
  }
}
