import { viewMinutes } from '../../../../contract/view-link.ts';
import type { Mail } from '../../../platform/mail.ts';
import { composeSiteMail, mailName } from '../../sites/site-mail.ts';
import type { Site } from '../../sites/site.ts';

/** Notice that staff have begun to see as a member. */
export const memberViewMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'member-view',
    subject: `${mailName(site)}: Our staff looked at your account`,
    before: [
      `Somebody of our staff opened a read-only view of your account, to see what you see. They could change nothing, and the view ends after ${viewMinutes} minutes at the latest.`,
      'Who it was and why is written down.',
    ],
    after: ['If you did not ask us for help and wonder why, please write to us.'],
  });
