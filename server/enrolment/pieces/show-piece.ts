import { allPartners, pieceLimits, type PieceRow, type ShownPiece } from '../../../contract/console/pieces-schemas.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import { hasSource, pieces, type Piece } from '../../../shared/content-pieces.ts';
import { findPartner, type PartnerCode } from '../../../shared/partners.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readFacts } from '../content.ts';
import { selectPartnersWithOwn, selectPieces, selectPublications, type StoredPiece } from './pieces.store.ts';
import { factsIn } from './resolve-content.ts';

/** Which text: a piece, of a partner or of `all`. */
export interface PiecePlace {
  partner: string;
  pieceKey: string;
}
type Scope = Pick<StaffScope, 'partners'>;

/** Names of the facts that texts may use: figures change what they say, never their names. */
export const factNames: readonly string[] = [...readFacts().keys()];

/** Whether staff of a scope may change a text: that of all partners takes a scope of all partners. */
export const mayChange = ({ partners }: Scope, partner: string | null): boolean =>
  partners === 'all' || (partner !== null && partners.includes(partner));

/** @returns null for all partners @throws Refusal not-found for a partner that is out of scope as well */
function requirePartner(partner: string, { partners }: Scope): PartnerCode | null {
  if (partner === allPartners) return null;
  const found = partners === 'all' || partners.includes(partner) ? findPartner(partner) : undefined;
  if (!found) throw new Refusal('not-found');
  return found.code;
}

/** @throws Refusal not-found, content-piece-not-found */
export function requirePiece(
  { partner, pieceKey }: PiecePlace,
  scope: Scope,
): { key: string; piece: Piece; partner: PartnerCode | null } {
  const code = requirePartner(partner, scope);
  const piece = pieces.get(pieceKey);
  if (!piece) throw new Refusal('content-piece-not-found');
  return { key: pieceKey, piece, partner: code };
}

/** What a place says: its own row, and what its pages show. */
function standingOf(rows: readonly StoredPiece[], key: string, partner: PartnerCode | null) {
  const ofAll = rows.find((row) => row.key === key && row.partner === null)!;
  const own = rows.find((row) => row.key === key && row.partner === partner);
  const isOwn = partner !== null && own !== undefined && own.published !== null;
  return { own, isOwn, shown: isOwn ? own : ofAll };
}

/** Every piece of a partner, or of all. @throws Refusal not-found */
export async function listPieces(db: Database, partner: string, scope: Scope): Promise<PieceRow[]> {
  const code = requirePartner(partner, scope);
  const rows = await selectPieces(db, code === null ? [] : [code]);
  return [...pieces].map(([key, piece]) => {
    const { own, isOwn, shown } = standingOf(rows, key, code);
    return {
      key,
      kind: piece.kind,
      group: piece.group,
      label: piece.label,
      hasDraft: (own?.draft ?? null) !== null,
      isOwn,
      lacksSource: !hasSource(piece, shown.published),
      publishedAt: shown.publishedAt?.toISOString() ?? null,
      publishedBy: shown.publishedBy,
    };
  });
}

/** A piece as its page in the console shows it. @throws Refusal not-found, content-piece-not-found */
export async function showPiece(db: Database, place: PiecePlace, scope: Scope): Promise<ShownPiece> {
  const { key, partner } = requirePiece(place, scope);
  const rows = await selectPieces(db, partner === null ? [] : [partner]);
  const { own, isOwn, shown } = standingOf(rows, key, partner);
  const documents = new Map([...pieces.keys()].map((each) => [each, standingOf(rows, each, partner).shown.published]));
  return {
    key,
    partner: place.partner,
    hasDraft: (own?.draft ?? null) !== null,
    isOwn,
    published: shown.published,
    publishedAt: shown.publishedAt?.toISOString() ?? null,
    publishedBy: shown.publishedBy,
    draft: own?.draft ?? null,
    draftedBy: own?.draftedBy ?? null,
    draftedAt: own?.draftedAt?.toISOString() ?? null,
    previewEndsAt: own?.previewEndsAt?.toISOString() ?? null,
    version: own?.version ?? 0,
    mayChange: mayChange(scope, partner),
    apart: partner === null && mayChange(scope, partner) ? await selectPartnersWithOwn(db, key) : [],
    facts: Object.fromEntries(factsIn(documents)),
    publications: own ? await selectPublications(db, own.id, pieceLimits.publicationsShown) : [],
  };
}
