import type { Writable } from 'node:stream';
import pg from 'pg';

/** What a base backup holds, for its manifest. */
export interface BaseBackup {
  /** The write-ahead log position from which a restored server replays. */
  startLsn: string;
  /** The position the backup is consistent at, which is the moment it restores. */
  endLsn: string;
}

interface Options {
  /** Address of a superuser, or of an account with the right of replication. */
  url: string;
  /** Takes the tar archive; it is not ended. */
  to: Writable;
}

/** `CopyData` of a base backup begins with its kind: the archive's bytes are `d` (PostgreSQL manual, 54.4). */
const archiveBytes = 'd'.charCodeAt(0);

/** What `pg.Query` calls for each message of a copy; its types leave it out. */
interface CopyMessage {
  chunk: Buffer;
}
interface CopyConnection {
  stream: { pause(): void; resume(): void };
}

/**
 * Has the server make a base backup while it serves, with all the write-ahead log it needs, as `pg_basebackup` does: the
 * embedded server comes without that program. The server verifies the checksums of its pages meanwhile.
 *
 * @throws the server's refusal; the error of `to`
 */
export async function takeBaseBackup({ url, to }: Options): Promise<BaseBackup> {
  // `replication` is a parameter of the driver that its types leave out.
  const client = new pg.Client({ connectionString: url, replication: 'true', keepAlive: true } as pg.ClientConfig);
  // A lost connection rejects the query as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Without a slot the server may recycle a segment of the log before it is copied. It ends with this connection.
    await client.query('CREATE_REPLICATION_SLOT intake_backup_' + process.pid + ' TEMPORARY PHYSICAL RESERVE_WAL');
    return await copyArchive(client, to);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function copyArchive(client: pg.Client, to: Writable): Promise<BaseBackup> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      // The server goes on sending; only the end of the connection stops it.
      void client.end().catch(() => undefined);
      reject(error);
    };
    let isPaused = false;
    to.once('error', fail);
    const query = new pg.Query(
      `BASE_BACKUP (LABEL 'intake', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`,
      (error, results) => {
        to.off('error', fail);
        if (error) return reject(error);
        const sets = results as unknown as { rows: { recptr?: string }[] }[];
        const positions = sets.flatMap(({ rows }) => rows.flatMap(({ recptr }) => recptr ?? []));
        resolve({ startLsn: positions[0]!, endLsn: positions.at(-1)! });
      },
    );
    const takeMessage = ({ chunk }: CopyMessage, { stream }: CopyConnection) => {
      if (chunk[0] !== archiveBytes || to.destroyed) return;
      // A copy: the driver reuses the memory of a message.
      const hasRoom = to.write(Buffer.from(chunk.subarray(1)));
      // Messages that were read already still arrive while the connection is paused.
      if (hasRoom || isPaused) return;
      isPaused = true;
      stream.pause();
      to.once('drain', () => {
        isPaused = false;
        stream.resume();
      });
    };
    Object.assign(query, { handleCopyData: takeMessage });
    // The driver takes a query as such only without the types of a promise.
    client.query(query);
  });
}
