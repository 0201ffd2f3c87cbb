import { limits } from '../../contract/limits.ts';
import { forStrangers, perMailbox } from '../../server/membership/sign-in/mails/mail-budgets.ts';
import { triesMost } from '../../server/membership/sign-in/codes/mailed-codes.store.ts';
import { countBreached } from '../../server/platform/breached-passwords/breached-passwords.ts';
import { timeouts, transactionsWaitingMost } from '../../server/platform/database/database.ts';
import { pictureQueue } from '../../server/platform/files/images.ts';
import { jsonMaxValues } from '../../server/platform/http/json-body.ts';
import { maxConnections, times } from '../../server/platform/http/server.ts';
import { lanes } from '../../server/platform/jobs.ts';
import { outboundLimits } from '../../server/platform/outbound.ts';
import { hashingQueue, parameters } from '../../server/platform/password-hashing.ts';
import { duration, markdownTable, size } from './markdown-table.ts';

const number = (value: number) => value.toLocaleString('en');
const inSeconds = (ms: number) => `${ms / 1_000} s`;
const budgets = (each: readonly { mails: number; seconds: number }[]) =>
  each.map(({ mails, seconds }) => `${mails} in ${duration(seconds)}`).join(', ');

/** Lockouts, lifetimes and quantities that are not limits of single calls. */
export const boundTable = (): string =>
  markdownTable(
    ['what', 'bound'],
    [
      ['a password', `${limits.passwordMinLength} to ${limits.passwordMaxLength} characters; a site may ask for more`],
      [
        'passwords refused as leaked or common',
        `${number(countBreached())}, letter case ignored; besides them one in 100,000 of all others`,
      ],
      ['a mailed code', `${limits.codeLength} digits, ${limits.codeMinutes} minutes, ${triesMost} wrong guesses`],
      ['a session', `${limits.sessionDays} days, ${limits.sessionIdleDays} without use`],
      ['sessions of a member', `${limits.sessionsPerMember}; the next log-in ends the oldest`],
      ['mails to a mailbox, all sites together', budgets(perMailbox)],
      ['… of which strangers may cause', budgets(forStrangers)],
      ['codes that the owner of a mailbox asks for, at each site, besides', budgets(perMailbox)],
      ['a JSON body', `${size(limits.jsonBodyMaxBytes)}, ${limits.jsonMaxDepth} deep, ${number(jsonMaxValues)} values`],
      ['a custom field', `${number(limits.fieldMaxLength)} characters`],
      ['JSON of a member', `${size(limits.memberJsonMaxBytes)}, ${limits.memberJsonMaxDepth} deep`],
      ['a picture that is sent', `${number(limits.profileImageMaxBytes)} bytes`],
      ['a comment', `${number(limits.commentMaxLength)} characters`],
      [
        'a seat held while somebody pays',
        `${limits.seatHoldMinutes} minutes; ${limits.unprovedHoldMinutes} for an unproved address`,
      ],
      [
        'seats an unproved address may go to pay for',
        `${limits.unprovedHoldsPerDay} a day, none of the last ${limits.lastPlaces}`,
      ],
      [
        'unpaid seats of a network in one class',
        `${limits.unprovedHoldsPerNetwork} unproved, ${limits.holdsPerNetwork} in all, or half of the class if that is more`,
      ],
    ],
  );

/** Expensive operations, and their bounds. */
export const costTable = (): string =>
  markdownTable(
    ['work', 'bound', 'beyond it'],
    [
      [
        'hashing a password',
        `Argon2id, ${number(parameters.memoryCost / 1024)} MiB, ${parameters.timeCost} passes; ${hashingQueue.atOnce} at once, ${hashingQueue.waitingMost} wait, ${inSeconds(hashingQueue.waitMs)} at most, shared fairly by network and account`,
        '503 with `Retry-After`; no try is used up',
      ],
      [
        'decoding a picture',
        `a process each; ${pictureQueue.atOnce} at once, ${pictureQueue.waitingMost} wait`,
        '503 with `Retry-After`',
      ],
      [
        'a transaction',
        `${number(transactionsWaitingMost)} wait in memory; ${inSeconds(timeouts.connect)} for a connection, ${inSeconds(timeouts.statement)} a statement`,
        '503 with `Retry-After`',
      ],
      [
        'a connection',
        `${number(maxConnections)} at once; headers within ${inSeconds(times.headers)}, the whole request within ${inSeconds(times.body)}`,
        'it is closed',
      ],
      [
        'calling an address that others name',
        `${inSeconds(outboundLimits.wholeCallMs)}, ${size(outboundLimits.answerMaxBytes)}, no redirect; from a job, but for providers and captcha services`,
        'tried again later, or refused',
      ],
      [
        'mails, payments, webhooks, nightly work',
        `jobs, each lane with workers of its own: ${Object.entries(lanes)
          .map(([lane, workers]) => `${lane} ${workers}`)
          .join(', ')}`,
        'they wait; no lane holds up another',
      ],
    ],
  );
