import { type Outcome, succeed } from "../../contract";
import { refused } from "../../storage";
import { deviceShelf } from "../device-shelf";
import { Vault } from "../vault";

/** Revokes every key and token of the local API, on signing out. */
export async function forgetApiKeys({ workspace }: { workspace: string }): Promise<Outcome<null>> {
  try {
    await new Vault(deviceShelf(workspace)).forgetSecrets();
    return succeed(null);
  } catch (error) {
    return refused(error);
  }
}
