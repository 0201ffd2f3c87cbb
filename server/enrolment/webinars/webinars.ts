import type { ListedWebinar } from '../../../contract/webinars.ts';
import { partners, type PartnerCode } from '../../../shared/partners.ts';
import { inWords } from '../../../shared/wording.ts';
import type { Database } from '../../platform/database/database.ts';
import { selectPublished } from './webinars.store.ts';

/** The webinars of a partner's events page, in the partner's words. The link is not among them: it is mailed. */
export const listWebinars = async (db: Database, partner: PartnerCode): Promise<ListedWebinar[]> =>
  inWords(
    (await selectPublished(db, partner)).map(
      ({ id, course, title, description, date, time, minutes, host, attendees, category }) => ({
        id,
        course,
        title,
        description,
        date,
        time,
        minutes,
        host,
        attendees,
        category,
      }),
    ),
    partners[partner],
  );
