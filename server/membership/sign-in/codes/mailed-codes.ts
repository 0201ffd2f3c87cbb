import { blindGuessesPerClient } from '../../../../contract/calls/credentials.ts';
import { logInsPerAccount, sendCallsPerClient } from '../../../../contract/calls/sign-in.ts';
import { limits } from '../../../../contract/limits.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import { hashToken, newId, randomCode, randomToken } from '../../../platform/keys.ts';
import { queueMail } from '../../../platform/mail.ts';
import { accountIfNamed, accountRef } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import { findCredentials } from '../../members/members.ts';
import { withMailLook } from '../../sites/site-mail.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import * as z from 'zod/mini';
import { noteWrongBlindGuess } from './blind-guesses.ts';
import { requireMail } from '../mails/mail-budgets.ts';
import { alreadyMemberMail, codeMail, resetLinkMail } from '../mails/mails.ts';
import {
  codePurposes,
  deleteCode,
  deleteCodesOf,
  deleteDeadCodes,
  findByLink,
  returnTry,
  saveCode,
  takeTry,
  type Asker,
  type CodePurpose,
} from './mailed-codes.store.ts';
import {
  accountKey,
  countWrong,
  knownDeviceKey,
  wrongGuessesPerAccount,
  wrongPasswordsInARow,
} from '../sign-in-limits.ts';
import { mailWayBackAgain } from '../addresses/way-back.ts';

export interface CodeRequest {
  site: Site;
  /** In its canonical form. */
  email: string;
  purpose: CodePurpose;
  clientAddress: string;
  /** Of what only the asking browser has; the code is then good from there alone (ASVS 6.6.2). */
  browserHash?: Buffer | undefined;
}

const SendPayload = z.object({
  siteId: z.string(),
  email: z.string(),
  purpose: z.enum(codePurposes),
  clientAddress: z.string(),
  /** In base64url. Absent in jobs of an earlier version. */
  browserHash: z.optional(z.string()),
  /** The page that asked, which decides how the mail looks. */
  path: z.optional(z.string()),
});
type SendPayload = z.infer<typeof SendPayload>;

/** The job that makes a code and mails it, to who should have it. */
export const codeJob = jobKind({ name: 'mail-code', lane: 'mail', payload: SendPayload });

/** The answer to a request for a code, the same with and without an account. */
export interface RequestedCode {
  /** Who shows it later shows that they asked for this address. */
  context: string;
  /** Until the mail leaves, if there is one; 0 at once. */
  mailAfterSeconds: number;
}

/**
 * Has a code mailed. Whether the address has an account is not even looked up here: a job does it later, so neither
 * the answer nor the time it takes can tell. Asked for again too soon the code leaves a little later, once however
 * often it was asked for.
 *
 * @throws Refusal too-many-requests also beyond what a mailbox has to bear
 */
export async function requestCode(services: Services, request: CodeRequest): Promise<RequestedCode> {
  const { site, email, purpose } = request;
  const facts = { purpose, account: accountRef(services.keys, site.id, email) };
  const requested = await recordRefusals('code-request', facts, { 'too-many-requests': 'limited' }, () =>
    bookCode(services, request),
  );
  recordEvent('code-request', { ...facts, outcome: 'accepted' });
  return requested;
}

async function bookCode(services: Services, request: CodeRequest): Promise<RequestedCode> {
  const { site, email, purpose, clientAddress } = request;
  const browserHash = request.browserHash?.toString('base64url');
  await services.limits.take(sendCallsPerClient, clientAddress);
  const payload = { siteId: site.id, email, purpose, clientAddress, browserHash, path: site.mailLook?.path };
  const mailAfterSeconds = await transaction(services.db, async (tx) => {
    // A mail that waits is no other browser's: its code would be refused there.
    const slot = [purpose, site.id, ...(browserHash === undefined ? [] : [browserHash])].join('\0');
    const { isNew, afterSeconds } = await requireMail(tx, { email, cause: 'asked', slot });
    if (isNew) await queueCode(tx, payload, { afterSeconds });
    return afterSeconds;
  });
  return { context: contextOf(services, site.id, email, purpose), mailAfterSeconds };
}

/** Has a code mailed by the transaction that is its cause, and that has counted it. */
export const queueCode = (tx: Transaction, payload: SendPayload, when: { afterSeconds?: number } = {}): Promise<void> =>
  addJob(tx, codeJob, payload, when);

/**
 * The context of an address: 256 bits that only our keys can make. It stays the same from one request to the next,
 * so that a second request that sends nothing does not void what the first one gave out.
 */
const contextOf = ({ keys }: Services, siteId: string, email: string, purpose: CodePurpose): string =>
  keys.sign('code-context', `${siteId}\0${purpose}\0${email}`).toString('base64url');

const signedValue = (siteId: string, purpose: CodePurpose, email: string, code: string) =>
  `${siteId}\0${purpose}\0${email}\0${code}`;

/** Makes a code, mails it to who should have it, and keeps it. */
export async function sendCode(services: Services, payload: SendPayload): Promise<void> {
  const { db, keys, appUrl } = services;
  const { siteId, email, clientAddress, browserHash } = payload;
  const site = withMailLook(await services.sites.get(siteId), payload.path, services.mailStyle);
  const linkOnly = await isGuessedAt(services, payload);
  const purpose = linkOnly ? 'reset' : payload.purpose;
  const code = randomCode(limits.codeLength);
  const linkToken = randomToken();
  const link = `${appUrl}/account/reset-password?token=${linkToken}`;
  await transaction(db, async (tx) => {
    // A code is stored for any address, so that guessing at it takes the same time with and without an account.
    await saveCode(tx, {
      id: newId('code_'),
      siteId,
      email,
      purpose,
      codeHash: linkOnly ? null : keys.sign('mailed-code', signedValue(siteId, purpose, email, code)),
      linkHash: purpose === 'reset' ? hashToken(linkToken) : null,
      contextHash: hashToken(contextOf(services, siteId, email, purpose)),
      browserHash: linkOnly || browserHash === undefined ? null : Buffer.from(browserHash, 'base64url'),
      requester: clientAddress,
    });
    const isMember = (await findCredentials(services, tx, { siteId, email })) !== undefined;
    if (purpose === 'signup') {
      const mail = isMember ? alreadyMemberMail(site, email) : codeMail(site, email, { purpose, code });
      await queueMail(services, tx, mail);
    } else if (isMember) {
      const content = { purpose, code, link: purpose === 'reset' ? link : undefined };
      const mail = linkOnly ? resetLinkMail(site, email, link) : codeMail(site, email, content);
      await queueMail(services, tx, mail);
    } else await mailWayBackAgain(services, tx, { site, email });
  });
}

/**
 * Whether so many codes of an account were guessed at that one would be found in the end. Then only a long link,
 * which nobody can guess, opens it; the first success brings the codes back.
 */
async function isGuessedAt(services: Services, { siteId, email, purpose }: SendPayload): Promise<boolean> {
  const guesses = await services.limits.used(wrongGuessesPerAccount, accountKey(siteId, email));
  return purpose !== 'signup' && guesses >= wrongGuessesPerAccount.points;
}

/** A code that was guessed right and can still be used up. */
export interface CodeProof {
  codeId: string;
  siteId: string;
  /** The address the code was sent to. */
  email: string;
}

export interface Guess {
  site: Site;
  purpose: CodePurpose;
  code: string;
  clientAddress: string;
  /** What the guess says about who asked; with neither, the client address has to be the one that did. */
  email?: string | undefined;
  context?: string | undefined;
  /** Of what only the guessing browser has. A code that is bound to another one is not even looked at. */
  browserHash?: Buffer | undefined;
}

const codePattern = new RegExp(`^\\d{${limits.codeLength}}$`);

/** Whether a text has the form of a mailed code. */
export const isCode = (text: string): boolean => codePattern.test(text);

/**
 * Whether a guess is right. Five wrong ones end a code; each guess is counted before any comparison, and a right one
 * is taken out of the count again.
 *
 * @throws Refusal too-many-requests for too many guesses that name nobody
 */
export async function proveCode(services: Services, guess: Guess): Promise<CodeProof | undefined> {
  const { site, purpose, email, context } = guess;
  const names = email !== undefined ? 'address' : context !== undefined ? 'context' : 'nothing';
  const facts = { purpose, names, account: accountIfNamed(services.keys, site.id, email) } as const;
  const { proof, isWaitedFor } = await recordRefusals('code-check', facts, { 'too-many-requests': 'limited' }, () =>
    tryCode(services, guess),
  );
  const account = facts.account ?? accountIfNamed(services.keys, site.id, proof?.email);
  recordEvent('code-check', { ...facts, account, outcome: proof ? 'right' : isWaitedFor ? 'wrong' : 'none-waiting' });
  return proof;
}

interface CodeTry {
  proof?: CodeProof;
  /** Whether a code waits for who guesses. */
  isWaitedFor: boolean;
}

async function tryCode(services: Services, guess: Guess): Promise<CodeTry> {
  const { db, keys } = services;
  const { site, purpose, code, clientAddress, email, context, browserHash } = guess;
  const asker: Asker = { email, contextHash: context === undefined ? undefined : hashToken(context), browserHash };
  const isBlind = email === undefined && context === undefined;
  if (isBlind) {
    await services.limits.take(blindGuessesPerClient, clientAddress);
    asker.requester = clientAddress;
  }
  if (!isCode(code)) return { isWaitedFor: false };
  // A transaction of its own: a wrong try is spent whatever comes after, and two that cross are tried again.
  const waiting = await transaction(db, (tx) => takeTry(tx, site.id, purpose, asker));
  const right = waiting.find((each) =>
    keys.matches('mailed-code', signedValue(site.id, purpose, each.email, code), each.codeHash),
  );
  if (right) {
    // The try is not spent on the right code either: what comes after may be refused for now, a full hashing queue say.
    const spared = waiting.map(({ id }) => id);
    await transaction(db, (tx) => returnTry(tx, spared));
    if (isBlind) await services.limits.giveBack(blindGuessesPerClient, clientAddress);
    return { isWaitedFor: true, proof: { codeId: right.id, siteId: site.id, email: right.email } };
  }
  if (isBlind) await noteWrongBlindGuess(services, site);
  for (const each of waiting) await countGuess(services, site, each.email);
  return { isWaitedFor: waiting.length > 0 };
}

async function countGuess(services: Services, { id: siteId }: Site, email: string): Promise<void> {
  const hasAccount = (await findCredentials(services, services.db, { siteId, email })) !== undefined;
  await countWrong(services.limits, wrongGuessesPerAccount, accountKey(siteId, email), { hasAccount });
}

/** The same for the long token of a mailed link, which names its address by itself. */
export async function proveResetLink(db: Database, token: string): Promise<CodeProof | undefined> {
  const found = await findByLink(db, hashToken(token));
  return found && { codeId: found.id, siteId: found.siteId, email: found.email };
}

/** Uses a code up. @returns false for everyone but the first */
export const consumeCode = (tx: Transaction, { codeId }: CodeProof): Promise<boolean> => deleteCode(tx, codeId);

/** Forgets what was guessed wrong, once somebody proved to be the owner. */
export async function forgiveGuesses(services: Services, { siteId, email }: CodeProof): Promise<void> {
  const account = accountKey(siteId, email);
  const device = knownDeviceKey(account);
  await services.limits.reset(
    [wrongGuessesPerAccount, account],
    [wrongPasswordsInARow, account],
    [wrongPasswordsInARow, device],
    [logInsPerAccount, account],
    [logInsPerAccount, device],
  );
}

/** Ends all codes that wait for an address. */
export const endCodesFor = (tx: Transaction, siteId: string, email: string): Promise<void> =>
  deleteCodesOf(tx, siteId, email);

export const forgetDeadCodes = (db: Database): Promise<void> => deleteDeadCodes(db);
