import type { Mail } from '../../platform/mail.ts';
import { composeSiteMail, mailName } from '../sites/site-mail.ts';
import type { Site } from '../sites/site.ts';

/** Notice of a connected provider. @param endedOthers whether the member's other sessions ended with it */
export const providerConnectedMail = (
  site: Site,
  to: string,
  { provider, endedOthers }: { provider: string; endedOthers: boolean },
): Mail =>
  composeSiteMail(site, to, {
    kind: 'provider-connected',
    subject: `${mailName(site)}: ${provider} now opens your account`,
    before: [
      `Your account can be opened with ${provider} from now on.${endedOthers ? ' Every other session of it has ended.' : ''}`,
    ],
    after: [
      'If this was not you, reset your password at once: that ends every session and disconnects every provider.',
    ],
  });

/** Notice of a disconnected provider. @param provider its display name */
export const providerDisconnectedMail = (site: Site, to: string, provider: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'provider-disconnected',
    subject: `${mailName(site)}: ${provider} no longer opens your account`,
    before: [`Your account cannot be opened with ${provider} any more. Every other session of it has ended.`],
    after: ['If this was not you, reset your password at once: that ends every session.'],
  });
