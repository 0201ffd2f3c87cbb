import { raiseAlarm } from '../../platform/alarms.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { blindGuessAlarm, blindGuessesPerClient, blindGuessesPerSite, takeQuietly } from './sign-in-limits.ts';

/**
 * A guess that names nobody could be meant for any code that waits, so all of them together are limited too, whatever
 * addresses they come from.
 *
 * @throws Refusal too-many-requests
 */
export async function takeBlindGuess(services: Services, { id: siteId }: Site, clientAddress: string): Promise<void> {
  const { limits, log } = services;
  await limits.take(blindGuessesPerClient, clientAddress);
  if (await takeQuietly(limits, blindGuessesPerSite, siteId)) return;
  if (await takeQuietly(limits, blindGuessAlarm, siteId))
    raiseAlarm(log, 'blind-guesses', { site: siteId }, 'codes that name nobody are guessed from many addresses');
  throw new Refusal('too-many-requests', {
    message: 'Too many codes are being tried at the moment. Please use the link in your mail.',
    retryAfterSeconds: blindGuessesPerSite.seconds,
  });
}
