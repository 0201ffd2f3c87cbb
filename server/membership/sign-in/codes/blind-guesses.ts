import { declareAlarm, raiseAlarm } from '../../../platform/alarms.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { blindGuessAlarm, blindGuessesPerSite, tryTake } from '../sign-in-limits.ts';

const alarm = 'blind-guesses';
declareAlarm(alarm);

/**
 * A blind guess, without address or context, could match any pending code, so they are counted per site as well, over
 * all networks (distributed guessing). The count raises an alarm and blocks no request: a block would be a denial of
 * service for members, and a blind guess only matches codes that were requested from its own network address.
 */
export async function noteWrongBlindGuess({ limits, log }: Services, { id: siteId }: Site): Promise<void> {
  if (await tryTake(limits, blindGuessesPerSite, siteId)) return;
  if (await tryTake(limits, blindGuessAlarm, siteId))
    raiseAlarm(log, alarm, { site: siteId }, 'codes that name nobody are guessed from many addresses');
}
