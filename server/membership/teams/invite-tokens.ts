import { randomBytes } from 'node:crypto';
import type { Keys } from '../../platform/keys.ts';
import { hashToken } from '../../platform/keys.ts';
import type { SealedColumn } from '../../platform/sealed-values.ts';

/** 128 bits, against guessing; short enough to be read aloud. */
const tokenBytes = 16;

/** An invitation as stored. */
export interface StoredInvite {
  inviteHash: Buffer;
  inviteSealed: Buffer;
}

const purpose = (teamId: string) => `team-invite\0${teamId}`;

/** The sealed invitations of all teams. */
export const sealedInvites: SealedColumn = {
  table: 'team',
  column: 'invite_sealed',
  key: ['id'],
  purpose: (teamId) => purpose(teamId),
};

/**
 * A new invitation. It is found by its hash, like a session; since the owner may see it again, it is also stored sealed,
 * under a key that is not in the database. A dump of the database gives no access to teams.
 */
export function createInvite(keys: Keys, teamId: string): StoredInvite & { inviteToken: string } {
  const inviteToken = randomBytes(tokenBytes).toString('base64url');
  return { inviteToken, inviteHash: hashToken(inviteToken), inviteSealed: keys.seal(purpose(teamId), inviteToken) };
}

/** The invitation in plain text; null where it was sealed under a lost key, until the owner makes a new one. */
export function openInvite(keys: Keys, teamId: string, sealed: Buffer): string | null {
  try {
    return keys.open(purpose(teamId), sealed);
  } catch {
    return null;
  }
}
