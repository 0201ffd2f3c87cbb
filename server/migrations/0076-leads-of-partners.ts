import { addIndexes } from '../platform/database/indexes.ts';

/** The members that a partner's form made, for the list of its members. */
export const leadsOfPartners = addIndexes(['lead_partner', 'lead (partner, member_id)']);
