import { clients } from "../../src/state/clients";
import { workspace } from "../../src/state/workspace";

/** Removes every client and every dataset. */
export async function emptyClients(): Promise<void> {
  await clients.open();
  for (const { id } of clients.read().records) await clients.remove(id);
  await workspace.open();
  for (const { hash } of workspace.read().datasets) await workspace.remove(hash);
}
