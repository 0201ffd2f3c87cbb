import { webinarLimits, type ShownWebinar } from '../../../contract/console/webinars-schemas.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { EnrolmentServices } from '../services.ts';
import { countOccasions } from './attendees.store.ts';
import { countWaiting, readWebinarRows } from './webinar-source.store.ts';
import { findInScope, type StoredWebinar } from './webinars.store.ts';

/** Whether staff of a scope may change a webinar: one of all partners takes a scope of all partners. */
export const mayChange = ({ partners }: Pick<StaffScope, 'partners'>, { partner }: Pick<StoredWebinar, 'partner'>) =>
  partners === 'all' || (partner !== null && partners.includes(partner));

/** @throws Refusal webinar-not-found for one that is not there or out of scope */
export async function requireWebinar(
  db: Database,
  id: string,
  scope: Pick<StaffScope, 'partners'>,
): Promise<StoredWebinar> {
  const webinar = await findInScope(db, id, scope);
  if (!webinar) throw new Refusal('webinar-not-found');
  return webinar;
}

/** A webinar as its page in the console shows it. @throws Refusal webinar-not-found */
export async function showWebinar(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  id: string,
  scope: Pick<StaffScope, 'partners'>,
): Promise<ShownWebinar> {
  const now = clock.now();
  const { calendarVersion: _calendarVersion, ...webinar } = await requireWebinar(db, id, scope);
  const [row] = await readWebinarRows(db, [id], { scope, now });
  const occasions = await countOccasions(db, id, scope, webinarLimits.occasionsShown);
  return {
    ...webinar,
    standing: row!.standing,
    day: row!.day,
    mayChange: mayChange(scope, webinar),
    waiting: await countWaiting(db, id, { scope, now }),
    occasions: occasions.map(({ startsAt, recording, ...occasion }) => ({
      ...occasion,
      isOver: startsAt <= now,
      recording: recording && { link: recording.link, mailedAt: recording.mailedAt?.toISOString() ?? null },
    })),
  };
}
