import { addIndexes } from '../platform/database/indexes.ts';

/** Leads by their address: the deletion of a member looks for them, within its locks. */
export const leadsByAddress = addIndexes(['enquiry_lead', 'enquiry (email) where member_id is null']);
