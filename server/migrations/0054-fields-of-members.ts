import { addIndexes } from '../platform/database/indexes.ts';

/** Members by the value of a field, of which some sites have thirty. */
export const fieldsOfMembers = addIndexes(['member_fields', 'member using gin (custom_fields jsonb_path_ops)']);
