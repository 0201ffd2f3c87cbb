import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { App } from '../../contract/site.ts';

/**
 * Shows the service that a person's browser did some work for a sign-up. Nothing is seen of it.
 *
 * @returns the proof, good once
 * @throws Error when no challenge comes or its work is not done in time
 */
export async function prove(captcha: App['captcha'], service: { domain: string; publicKey: string }): Promise<string> {
  const answer = await fetch(`${service.domain}${captcha.challengeUrl}?action=signup`, {
    headers: { 'X-API-Key': service.publicKey },
    credentials: 'omit',
  });
  if (!answer.ok) throw new Error('The check that you are a person did not start. Please try again.');
  const { data: challenge } = await answer.json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
