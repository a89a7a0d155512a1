import { type Outcome, succeed } from "../../contract";
import { refused } from "../../storage";
import { deviceShelf } from "../device-shelf";
import { Vault } from "../vault";

/** A new access token of the local API, for the user of this device; only its hash is stored. */
export async function issueApiToken({ workspace }: { workspace: string }): Promise<Outcome<string>> {
  try {
    return succeed(await new Vault(deviceShelf(workspace)).issueToken(Date.now()));
  } catch (error) {
    return refused(error);
  }
}
