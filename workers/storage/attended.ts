import { type DBSchema, type IDBPDatabase, unwrap, wrap } from "idb";

/**
 * Whoever reads hears of a reading that fails; of its transaction's end, which idb promises beside it, nobody would: where the data of the
 * origin are deleted meanwhile, that would be an error without a listener.
 */
export function attend<S extends DBSchema>(database: IDBPDatabase<S>): void {
  const plain = unwrap(database);
  plain.transaction = (...asked) => {
    const transaction = IDBDatabase.prototype.transaction.apply(plain, asked);
    wrap(transaction).done.catch(() => undefined);
    return transaction;
  };
}
