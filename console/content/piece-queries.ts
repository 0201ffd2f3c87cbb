import { queryOptions } from '@tanstack/react-query';
import { send } from '../session/client.ts';

/** What every query about page content begins with. */
export const contentKey = ['content'];

const ofPartner = '/console/api/partners/:partner/content';

/** Every piece of a partner, or of `all`. */
export const piecesQuery = (partner: string) =>
  queryOptions({
    queryKey: [...contentKey, partner],
    queryFn: async () => (await send(`GET ${ofPartner}`, undefined, { partner })).data,
  });

/** One piece. */
export const pieceQuery = (partner: string, pieceKey: string) =>
  queryOptions({
    queryKey: [...contentKey, partner, pieceKey],
    queryFn: async () => (await send(`GET ${ofPartner}/:pieceKey`, undefined, { partner, pieceKey })).data,
  });
