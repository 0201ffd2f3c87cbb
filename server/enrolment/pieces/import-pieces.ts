import { pieces, type Piece } from '../../../shared/content-pieces.ts';
import { CourseFacts } from '../../../shared/page-content.ts';
import { transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import { readRawContent } from '../content.ts';
import { insertPiece, insertPublication, selectKeys } from './pieces.store.ts';

/**
 * Fills the pieces that the table does not have yet from `content/`, for all partners. From then on the table is their
 * home: later changes of the files change nothing (decision 0087). Concurrent starts add each piece once.
 */
export async function importPieces({ db }: Pick<Platform, 'db'>): Promise<void> {
  const known = new Set(await selectKeys(db));
  const missing = [...pieces].filter(([key]) => !known.has(key));
  if (missing.length === 0) return;
  await transaction(db, async (tx) => {
    for (const [key, piece] of missing) {
      const document = readPieceFile(piece);
      const by = `content/${piece.file}.yaml`;
      const id = newId('pce_');
      const imported = { key, document, isImported: true, by };
      if (await insertPiece(tx, { ...imported, id, partner: null }))
        await insertPublication(tx, { ...imported, id: newId('pub_'), pieceId: id, note: 'First import' });
    }
  });
}

/** A piece as its file says it. */
export function readPieceFile({ kind, file, path }: Piece): unknown {
  const whole = readRawContent(file) as Record<string, unknown>;
  if (kind === 'facts') return Object.fromEntries(Object.keys(CourseFacts.shape).map((name) => [name, whole[name]]));
  return path.reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], whole);
}
