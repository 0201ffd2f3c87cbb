import { blindGuessesPerClient } from '../../../../contract/calls/credentials.ts';
import { logInsPerAccount, sendCallsPerClient, signUpCodesPerClient } from '../../../../contract/calls/sign-in.ts';
import { limits } from '../../../../contract/limits.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import { hashToken, newId, randomCode, randomToken } from '../../../platform/keys.ts';
import { queueMail } from '../../../platform/mail.ts';
import { accountIfNamed, accountRef } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import { findCredentials, findMember } from '../../members/members.ts';
import { withMailLook } from '../../sites/site-mail.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import * as z from 'zod/mini';
import { noteWrongBlindGuess } from './blind-guesses.ts';
import { bookMail, requireMail, type MailTurn, type MailWish } from '../mails/mail-budgets.ts';
import { alreadyMemberMail, codeMail, resetLinkMail } from '../mails/mails.ts';
import {
  codePurposes,
  deleteCode,
  deleteCodesOf,
  findByLink,
  returnTry,
  saveCode,
  takeTry,
  type Asker,
  type CodePurpose,
  type WaitingCode,
} from './mailed-codes.store.ts';
import {
  accountKey,
  countWrong,
  knownDeviceKey,
  wrongGuessesPerAccount,
  wrongPasswordsInARow,
} from '../sign-in-limits.ts';
import { mailWayBackAgain } from '../addresses/way-back.ts';

/** A request for a mailed code. */
export interface CodeRequest {
  site: Site;
  /** In its canonical form. */
  email: string;
  purpose: CodePurpose;
  clientAddress: string;
  /** Hash of the requesting browser's context; the code is then bound to that browser (ASVS 6.6.2). */
  browserHash?: Buffer | undefined;
  /**
   * Whether the owner of the proved address asks, whose codes no requests of others use up or replace (decision 0098).
   * Looked up once the request is within the limit of its client.
   */
  isOwner?: () => Promise<boolean>;
  /** The member whose pending address it is: it has no account of its own. */
  pendingOf?: string | undefined;
  /** Runs in the transaction that queues the mail, for an entry in the audit trail. */
  alongside?: ((tx: Transaction) => Promise<void>) | undefined;
}

const SendPayload = z.object({
  siteId: z.string(),
  email: z.string(),
  purpose: z.enum(codePurposes),
  clientAddress: z.string(),
  /** In base64url. Missing in jobs of an earlier version. */
  browserHash: z.optional(z.string()),
  /** Missing in jobs of an earlier version. */
  isOwner: z.optional(z.boolean()),
  /** The member whose pending address it is. */
  pendingOf: z.optional(z.string()),
  /** Path of the requesting page, for the mail's look. */
  path: z.optional(z.string()),
});
type SendPayload = z.infer<typeof SendPayload>;

/** Makes a code and mails it, where the address has an account or asks for one. Before mails to many, as its mail. */
export const codeJob = jobKind({ name: 'mail-code', lane: 'mail', priority: -1, payload: SendPayload });

/** The answer to a request for a code, the same with and without an account. */
export interface RequestedCode {
  /** Shown again with the code, it proves that this client requested it. */
  context: string;
  /** Seconds until the mail is sent, if there is one; 0 for at once. */
  mailAfterSeconds: number;
}

/**
 * Queues a mail with a code. Whether the address has an account is looked up by the job, so neither the answer nor its
 * duration tells (enumeration, timing). Repeated requests within the gap are one delayed mail.
 *
 * @throws Refusal too-many-requests also beyond the mailbox's budget
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
  const { site, email, purpose, clientAddress, pendingOf } = request;
  const browserHash = request.browserHash?.toString('base64url');
  await services.limits.take(sendCallsPerClient, clientAddress);
  if (purpose === 'signup') await services.limits.take(signUpCodesPerClient, clientAddress);
  const isOwner = (await request.isOwner?.()) ?? false;
  const path = site.mailLook?.path;
  const payload = { siteId: site.id, email, purpose, clientAddress, browserHash, isOwner, pendingOf, path };
  const mailAfterSeconds = await transaction(services.db, async (tx) => {
    // The slot has the browser: a delayed mail to another browser has a code that this one could not use.
    const slot = [purpose, site.id, ...(browserHash === undefined ? [] : [browserHash])].join('\0');
    // A pending address may be another person's mailbox, whose codes are not to be used up.
    const wish = { email, cause: pendingOf === undefined ? 'asked' : 'strangers', slot } as const;
    const { isNew, afterSeconds } = isOwner ? await requireOwnMail(tx, wish, site.id) : await requireMail(tx, wish);
    if (isNew) await queueCode(tx, payload, { afterSeconds });
    await request.alongside?.(tx);
    return afterSeconds;
  });
  return { context: contextOf(services, site.id, email, purpose), mailAfterSeconds };
}

/** Rate limit of a mail requested by the proved owner: the owner's budget at the site first, then the mailbox's. */
async function requireOwnMail(tx: Transaction, wish: MailWish, siteId: string): Promise<MailTurn> {
  const turn = await bookMail(tx, { ...wish, ownedAt: siteId });
  return 'refusedSeconds' in turn ? requireMail(tx, wish) : turn;
}

/** Queues the mail with a code, in the transaction of its cause, which has counted it. */
export const queueCode = (tx: Transaction, payload: SendPayload, when: { afterSeconds?: number } = {}): Promise<void> =>
  addJob(tx, codeJob, payload, when);

/**
 * The context of an address: a 256-bit MAC. Deterministic, so that a second request that is merged into a delayed mail
 * does not void the context of the first.
 */
const contextOf = ({ keys }: Services, siteId: string, email: string, purpose: CodePurpose): string =>
  keys.sign('code-context', `${siteId}\0${purpose}\0${email}`).toString('base64url');

const signedValue = (siteId: string, purpose: CodePurpose, email: string, code: string) =>
  `${siteId}\0${purpose}\0${email}\0${code}`;

/** Makes a code, stores it, and mails it where the address has an account or asks for one. */
export async function sendCode(services: Services, payload: SendPayload): Promise<void> {
  const { db, keys, appUrl } = services;
  const { siteId, email, clientAddress, browserHash, isOwner = false, pendingOf } = payload;
  const known = await services.sites.find(siteId);
  // The site was removed while the job waited, and its accounts with it.
  if (!known) return;
  const site = withMailLook(known, payload.path, services.mailStyle);
  const linkOnly = await isGuessedAt(services, payload);
  if (pendingOf !== undefined) {
    // There is no account to reset: the link that was mailed with the change still proves the address.
    if (linkOnly || (await findMember(services, db, pendingOf))?.pendingEmail !== email) return;
  }
  const purpose = linkOnly ? 'reset' : payload.purpose;
  const code = randomCode(limits.codeLength);
  const linkToken = randomToken();
  const link = `${appUrl}/account/reset-password?token=${linkToken}`;
  await transaction(db, async (tx) => {
    // A code is stored for any address: a guess takes the same time with and without an account (timing).
    await saveCode(tx, {
      id: newId('code_'),
      siteId,
      email,
      purpose,
      isOwners: isOwner,
      codeHash: linkOnly ? null : keys.sign('mailed-code', signedValue(siteId, purpose, email, code)),
      linkHash: purpose === 'reset' ? hashToken(linkToken) : null,
      contextHash: hashToken(contextOf(services, siteId, email, purpose)),
      browserHash: linkOnly || browserHash === undefined ? null : Buffer.from(browserHash, 'base64url'),
      requester: clientAddress,
    });
    const owner = (await findCredentials(services, tx, { siteId, email }))?.id;
    const memberId = owner ?? pendingOf;
    if (purpose === 'signup' || pendingOf !== undefined) {
      const mail = owner === undefined ? codeMail(site, email, { purpose, code }) : alreadyMemberMail(site, email);
      await queueMail(services, tx, { ...mail, memberId });
    } else if (memberId !== undefined) {
      const content = { purpose, code, link: purpose === 'reset' ? link : undefined };
      const mail = linkOnly ? resetLinkMail(site, email, link) : codeMail(site, email, content);
      await queueMail(services, tx, { ...mail, memberId });
    } else await mailWayBackAgain(services, tx, { site, email });
  });
}

/**
 * Whether an account's codes were guessed at too often (brute force). Then only a link with a 256-bit token is mailed;
 * the first success enables codes again.
 */
async function isGuessedAt(services: Services, payload: SendPayload): Promise<boolean> {
  const { siteId, email, purpose, isOwner = false, browserHash } = payload;
  const key = guessKey(siteId, { email, isOwner, isBound: browserHash !== undefined });
  const guesses = await services.limits.used(wrongGuessesPerAccount, key);
  return purpose !== 'signup' && guesses >= wrongGuessesPerAccount.points;
}

/**
 * The key that guesses at a code are counted under. An owner's code that is bound to a browser is compared with guesses from
 * it alone, so others cannot use its guesses up. It has a limit all the same, against a stolen session or device cookie
 * (decision 0107).
 */
function guessKey(
  siteId: string,
  { email, isOwner, isBound }: Pick<WaitingCode, 'email' | 'isOwner' | 'isBound'>,
): string {
  const account = accountKey(siteId, email);
  return isOwner && isBound ? knownDeviceKey(account) : account;
}

/** A right guess; the code is not used up yet. */
export interface CodeProof {
  codeId: string;
  siteId: string;
  /** The address the code was sent to. */
  email: string;
}

/** A guess at a mailed code. */
export interface Guess {
  site: Site;
  purpose: CodePurpose;
  code: string;
  clientAddress: string;
  /** What identifies the request of the code; with neither, the network address has to match. */
  email?: string | undefined;
  context?: string | undefined;
  /** Hash of the browser's context. A code that is bound to another browser is not compared. */
  browserHash?: Buffer | undefined;
}

const codePattern = new RegExp(`^\\d{${limits.codeLength}}$`);

/** Whether a text has the form of a mailed code. */
export const isCode = (text: string): boolean => codePattern.test(text);

/**
 * Checks a guess. Five wrong ones void a code; each guess is counted before it is compared, and a right one is
 * uncounted again.
 *
 * @throws Refusal too-many-requests for too many blind guesses
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
  /** Whether a pending code matches the guess's address, context or network. */
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
  // Its own transaction: a wrong try stays counted whatever fails later, and a deadlock is retried.
  const waiting = await transaction(db, (tx) => takeTry(tx, site.id, purpose, asker));
  const right = waiting.find((each) =>
    keys.matches('mailed-code', signedValue(site.id, purpose, each.email, code), each.codeHash),
  );
  if (right) {
    // The try is given back for the right code too: a later step may be refused temporarily, such as by a full hashing queue.
    const spared = waiting.map(({ id }) => id);
    await transaction(db, (tx) => returnTry(tx, spared));
    if (isBlind) await services.limits.giveBack(blindGuessesPerClient, clientAddress);
    return { isWaitedFor: true, proof: { codeId: right.id, siteId: site.id, email: right.email } };
  }
  if (isBlind) await noteWrongBlindGuess(services, site);
  const guessed = new Map(waiting.map((each) => [guessKey(site.id, each), each.email]));
  for (const [key, owner] of guessed) await countGuess(services, key, { siteId: site.id, email: owner });
  return { isWaitedFor: waiting.length > 0 };
}

async function countGuess(services: Services, key: string, account: { siteId: string; email: string }): Promise<void> {
  const hasAccount = (await findCredentials(services, services.db, account)) !== undefined;
  await countWrong(services.limits, wrongGuessesPerAccount, key, { hasAccount });
}

/** Checks the token of a mailed link, which identifies its address by itself. */
export async function proveResetLink(db: Database, token: string): Promise<CodeProof | undefined> {
  const found = await findByLink(db, hashToken(token));
  return found && { codeId: found.id, siteId: found.siteId, email: found.email };
}

/** Uses a code up. @returns whether this call was the first */
export const consumeCode = (tx: Transaction, { codeId }: CodeProof): Promise<boolean> => deleteCode(tx, codeId);

/** Resets the counts of wrong guesses and passwords, after a proof of the mailbox. */
export async function forgiveGuesses(services: Services, { siteId, email }: CodeProof): Promise<void> {
  const account = accountKey(siteId, email);
  const device = knownDeviceKey(account);
  await services.limits.reset([
    [wrongGuessesPerAccount, account],
    [wrongGuessesPerAccount, device],
    [wrongPasswordsInARow, account],
    [wrongPasswordsInARow, device],
    [logInsPerAccount, account],
    [logInsPerAccount, device],
  ]);
}

/** Voids all pending codes of an address. */
export const endCodesFor = (tx: Transaction, siteId: string, email: string): Promise<void> =>
  deleteCodesOf(tx, siteId, email);
