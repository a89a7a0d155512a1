import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB, unwrap, wrap } from "idb";

const unheard = () => undefined;

/**
 * Opens a database. Whoever asks for something hears where that fails; of the end of its transaction, which idb promises beside it, nobody
 * would: where the data of the origin are deleted meanwhile, that would be an error without a listener.
 */
export async function openAttended<S extends DBSchema>(
  name: string,
  version: number,
  { upgrade, ...callbacks }: OpenDBCallbacks<S>,
): Promise<IDBPDatabase<S>> {
  const database = await openDB<S>(name, version, {
    ...callbacks,
    upgrade(opened, from, to, transaction, event) {
      transaction.done.catch(unheard);
      upgrade?.(opened, from, to, transaction, event);
    },
  });
  const plain = unwrap(database);
  plain.transaction = (...asked) => {
    const transaction = IDBDatabase.prototype.transaction.apply(plain, asked);
    wrap(transaction).done.catch(unheard);
    return transaction;
  };
  return database;
}
