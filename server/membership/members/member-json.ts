import { limits } from '../../../contract/limits.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { findJson, saveJson } from './member-json.store.ts';
import { lockMember } from './members.ts';

/** The JSON document that a site's pages keep for a member; null for none. */
export const readMemberJson = async (db: Database, memberId: string): Promise<unknown> =>
  (await findJson(db, memberId))?.value ?? null;

/**
 * Replaces the JSON document as a whole.
 *
 * @returns the stored value
 * @throws Refusal invalid-request when it is missing, too large or too deep
 */
export async function writeMemberJson(
  services: Services,
  db: Database,
  memberId: string,
  json: unknown,
): Promise<unknown> {
  const text = requireBounded(json);
  return transaction(db, async (tx) => {
    await lockMember(services, tx, memberId);
    return saveJson(tx, memberId, text);
  });
}

function requireBounded(json: unknown): string {
  if (json === undefined) throw unfit('is missing');
  const text = JSON.stringify(json);
  if (Buffer.byteLength(text) > limits.memberJsonMaxBytes)
    throw unfit(`is too large: it may have ${limits.memberJsonMaxBytes} bytes`);
  if (depthOf(json) > limits.memberJsonMaxDepth)
    throw unfit(`is nested too deeply: it may have ${limits.memberJsonMaxDepth} levels`);
  return text;
}

const unfit = (fault: string) =>
  new Refusal('invalid-request', { message: `The field "json" ${fault}.`, extras: { field: 'json' } });

/** Levels of objects and lists. Recursion is bounded: the body parser refuses deep nesting (`limits.jsonMaxDepth`). */
function depthOf(json: unknown): number {
  if (typeof json !== 'object' || json === null) return 0;
  return 1 + Math.max(0, ...Object.values(json).map(depthOf));
}
