import { deviceShelf } from "../api/device-shelf";
import { Vault } from "../api/vault";
import { type Outcome, succeed } from "../contract";
import { refused } from "../lib/device-database";

/** A new access token of the local API, for the person at this device; only its hash is kept. */
export async function issueApiToken({ workspace }: { workspace: string }): Promise<Outcome<string>> {
  try {
    return succeed(await new Vault(deviceShelf(workspace)).issueToken(Date.now()));
  } catch (error) {
    return refused(error);
  }
}
