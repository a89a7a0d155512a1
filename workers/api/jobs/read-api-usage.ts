import { type Outcome, succeed } from "../../contract";
import { refused } from "../../storage";
import { deviceShelf } from "../device-shelf";
import { type Usage, Vault } from "../vault";

/** Calls the local API answered this month, and their latency. */
export async function readApiUsage({ workspace }: { workspace: string }): Promise<Outcome<Usage>> {
  try {
    return succeed(await new Vault(deviceShelf(workspace)).usage(Date.now()));
  } catch (error) {
    return refused(error);
  }
}
