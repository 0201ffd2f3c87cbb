import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a file while it is made. The connection is cut where it cannot be finished, so that half a file does not pass
 * for a whole one.
 *
 * @param name of the file, in ASCII
 */
export const sendCsv = (reply: FastifyReply, name: string, pieces: AsyncIterable<string>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1_024 }));
