import { sql, type Generated } from 'kysely';
import type { Database } from '../database/database.ts';
import { deletingJob, type EndedRows } from '../ended-rows.ts';
import { hashToken, randomToken } from '../keys.ts';
import { columnOf, columnsOf, holderOf, type Holder, type HolderColumns } from './holder.ts';

/** What a challenge is good for; one of another purpose is not accepted. */
export type ChallengePurpose =
  /** Signed by a new passkey. */
  | 'register-passkey'
  /** Signed by a registered passkey. */
  | 'use-passkey'
  /** The password was right; the second factor is to follow. */
  | 'sign-in-step';

type Tables = {
  second_factor_challenge: HolderColumns & {
    token_hash: Buffer;
    purpose: ChallengePurpose;
    audience: string;
    bound_to: string | null;
    tries: Generated<number>;
    expires_at: Date;
  };
};

/** Lifetime: a person has to find their phone or security key meanwhile. */
export const challengeMinutes = 5;
/** Guesses of a code in one sign-in; then the password is asked for again. */
export const challengeTries = 5;

/** Where a challenge was issued. It is accepted there alone. */
export interface ChallengeScope {
  purpose: ChallengePurpose;
  /** A site's id, or `console`: a challenge of one site is refused at another. */
  audience: string;
}

/** A challenge to issue. */
export interface NewChallenge extends ChallengeScope {
  /** Missing where the passkey itself says whose it is. */
  holder?: Holder | undefined;
  /** A session or an earlier step that the challenge belongs to. */
  boundTo?: string | undefined;
}

/** What a challenge was issued for. */
export interface Challenge {
  holder: Holder | undefined;
  boundTo: string | undefined;
}

/** Issues a challenge of 256 random bits in base64url; only its hash is stored. */
export async function issueChallenge(db: Database, challenge: NewChallenge): Promise<string> {
  const token = randomToken();
  await db
    .withTables<Tables>()
    .insertInto('second_factor_challenge')
    .values({
      token_hash: hashToken(token),
      purpose: challenge.purpose,
      audience: challenge.audience,
      bound_to: challenge.boundTo ?? null,
      ...columnsOf(challenge.holder),
      expires_at: sql<Date>`now() + make_interval(mins => ${challengeMinutes})`,
    })
    .execute();
  return token;
}

/**
 * Uses a challenge up. Call it outside the transaction of what follows: one that is rolled back would make the
 * challenge good for a second attempt.
 *
 * @returns undefined for a challenge that is unknown, used, expired or of another scope; of concurrent calls one alone
 *   gets it
 */
export async function takeChallenge(
  db: Database,
  token: string,
  scope: ChallengeScope,
): Promise<Challenge | undefined> {
  const row = await db
    .withTables<Tables>()
    .deleteFrom('second_factor_challenge')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', scope.purpose)
    .where('audience', '=', scope.audience)
    .where('tries', '<=', challengeTries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['staff_id', 'member_id', 'bound_to'])
    .executeTakeFirst();
  return row && readChallenge(row);
}

/**
 * Takes one of a challenge's tries, before a code is compared: concurrent guesses wait for the row lock here, so each is
 * counted. The challenge stays good for {@link takeChallenge}.
 *
 * @returns undefined as {@link takeChallenge}, and once all tries are taken
 */
export async function takeTry(db: Database, token: string, scope: ChallengeScope): Promise<Challenge | undefined> {
  const row = await db
    .withTables<Tables>()
    .updateTable('second_factor_challenge')
    .set((challenge) => ({ tries: challenge('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', scope.purpose)
    .where('audience', '=', scope.audience)
    .where('tries', '<', challengeTries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['staff_id', 'member_id', 'bound_to'])
    .executeTakeFirst();
  return row && readChallenge(row);
}

/** Looks at a challenge and leaves it as it is. @returns undefined as {@link takeTry} */
export async function findChallenge(
  db: Database,
  token: string,
  scope: ChallengeScope,
): Promise<Challenge | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('second_factor_challenge')
    .select(['staff_id', 'member_id', 'bound_to'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', scope.purpose)
    .where('audience', '=', scope.audience)
    .where('tries', '<', challengeTries)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row && readChallenge(row);
}

/** Voids all challenges of a person, for example when their password changes during a sign-in. */
export async function deleteChallenges(db: Database, holder: Holder): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('second_factor_challenge')
    .where(columnOf(holder.kind), '=', holder.id)
    .execute();
}

const readChallenge = (row: HolderColumns & { bound_to: string | null }): Challenge => ({
  holder: holderOf(row),
  boundTo: row.bound_to ?? undefined,
});

export const endedChallenges: EndedRows = {
  table: 'second_factor_challenge',
  since: 'expires_at',
  job: deletingJob('forget-second-factor-challenges', '27 * * * *'),
};
