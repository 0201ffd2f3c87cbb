import { allPartners, type PieceRow } from '../../contract/console/pieces-schemas.ts';

/** "UTS", "All partners". */
export const placeOf = (partner: string): string => (partner === allPartners ? 'All partners' : partner.toUpperCase());

/** Where a piece stands, in a few words. */
export function standingWords(
  { isOwn, lacksSource }: Pick<PieceRow, 'isOwn' | 'lacksSource'>,
  partner: string,
): string {
  const whose = partner === allPartners ? 'Published' : isOwn ? 'Own text' : 'As for all partners';
  return lacksSource ? `${whose}, no source` : whose;
}
