import { randomBytes } from 'node:crypto';
import type { Keys } from '../../platform/keys.ts';
import { hashToken } from '../../platform/keys.ts';
import type { SealedColumn } from '../../platform/sealed-values.ts';

/** 128 bits: nobody finds one by guessing, and the link stays short enough to be read aloud. */
const tokenBytes = 16;

/** What is stored of an invitation. */
export interface StoredInvite {
  inviteHash: Buffer;
  inviteSealed: Buffer;
}

const purpose = (teamId: string) => `team-invite\0${teamId}`;

/** The invitations of all teams. */
export const sealedInvites: SealedColumn = {
  table: 'team',
  column: 'invite_sealed',
  key: ['id'],
  purpose: (teamId) => purpose(teamId),
};

/**
 * A new invitation. It is found by its hash, as a session is; and since its owner may see it again at any time it is
 * also kept sealed, under a key that is not in the database. A dump of the database opens no team.
 */
export function createInvite(keys: Keys, teamId: string): StoredInvite & { inviteToken: string } {
  const inviteToken = randomBytes(tokenBytes).toString('base64url');
  return { inviteToken, inviteHash: hashToken(inviteToken), inviteSealed: keys.seal(purpose(teamId), inviteToken) };
}

/** The invitation as it was made; null once the key is gone it was sealed under, until the owner makes a new one. */
export function openInvite(keys: Keys, teamId: string, sealed: Buffer): string | null {
  try {
    return keys.open(purpose(teamId), sealed);
  } catch {
    return null;
  }
}
