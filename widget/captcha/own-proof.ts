import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { App } from '../../contract/site.ts';
import { unproved } from './unproved.ts';

/** Our own captcha: the browser works for a moment, and nothing is seen of it. */
export async function work(captcha: App['captcha'], service: { domain: string; publicKey: string }): Promise<string> {
  const answer = await fetch(`${service.domain}${captcha.challengeUrl}?action=signup`, {
    headers: { 'X-API-Key': service.publicKey },
    credentials: 'omit',
  });
  if (!answer.ok) throw unproved('The check that you are a person did not start. Please try again.');
  const { data: challenge } = await answer.json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
