import { setImmediate as afterInput } from 'node:timers';
import DataLoader from 'dataloader';
import type { PooledDatabase } from './database.ts';

/** Keys of one statement. More would keep other requests waiting behind a long one. */
const keysMost = 16;

/**
 * Lets requests that come in together share one statement, for a read that every page of every site makes: at low load each
 * sends its own, in the same turn of the event loop; at high load up to sixteen share one (decision 0092). Nothing is kept: each
 * call is answered by a statement that begins after it.
 *
 * @param readAll answers all keys by one statement, in their order; undefined for one that is not there
 */
export function shareReads<Key, Row>(
  readAll: (db: PooledDatabase, keys: readonly Key[]) => Promise<(Row | undefined)[]>,
): (db: PooledDatabase, key: Key) => Promise<Row | undefined> {
  const loaders = new WeakMap<PooledDatabase, DataLoader<Key, Row | undefined>>();
  return (db, key) => {
    let loader = loaders.get(db);
    if (!loader) {
      loader = new DataLoader((keys) => readAll(db, keys), {
        cache: false,
        maxBatchSize: keysMost,
        // The sockets that became readable in one turn are read one after another, each with its own microtasks.
        batchScheduleFn: (send) => void afterInput(send),
      });
      loaders.set(db, loader);
    }
    return loader.load(key);
  };
}
