import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { App } from '../../contract/site.ts';
import { unproved } from './unproved.ts';

/** A challenge is valid for ten minutes (server/membership/captcha); the library's 90 s fail on a busy machine. */
const solvedWithinMs = 600_000;

/** Our own captcha: the browser works for a moment, and nothing is seen of it. */
export async function work(captcha: App['captcha'], service: { domain: string; publicKey: string }): Promise<string> {
  const answer = await fetch(`${service.domain}${captcha.challengeUrl}?action=signup`, {
    headers: { 'X-API-Key': service.publicKey },
    credentials: 'omit',
  });
  if (!answer.ok) throw unproved('The check that you are a person did not start. Please try again.');
  const { data: challenge } = await answer.json();
  const solution = await solveChallenge({ challenge, deriveKey, timeout: solvedWithinMs });
  if (solution === null) throw unproved('The check that you are a person took too long. Please try again.');
  return btoa(JSON.stringify({ challenge, solution }));
}
