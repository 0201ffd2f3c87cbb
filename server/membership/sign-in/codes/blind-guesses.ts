import { raiseAlarm } from '../../../platform/alarms.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { blindGuessAlarm, blindGuessesPerSite, tryTake } from '../sign-in-limits.ts';

/**
 * A wrong guess that names nobody could be meant for any code that waits, so all of them together are counted too,
 * whatever addresses they come from. They sound the alarm and stop nobody: else a few strangers would shut out
 * everybody who types a code of theirs, and a guess is worth nothing but from the address that asked for the code.
 */
export async function noteWrongBlindGuess({ limits, log }: Services, { id: siteId }: Site): Promise<void> {
  if (await tryTake(limits, blindGuessesPerSite, siteId)) return;
  if (await tryTake(limits, blindGuessAlarm, siteId))
    raiseAlarm(log, 'blind-guesses', { site: siteId }, 'codes that name nobody are guessed from many addresses');
}
