import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB, unwrap, wrap } from "idb";

const unheard = () => undefined;

/**
 * Opens a database. A failed request rejects for its caller, but idb's separate `done` promise of the transaction has no listener: if the
 * origin's data are deleted meanwhile, it would be an unhandled rejection.
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
