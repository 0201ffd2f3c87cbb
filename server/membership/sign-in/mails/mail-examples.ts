import type { Mail } from '../../../platform/mail.ts';
import { keptHours } from '../../members/former-addresses.ts';
import type { Site } from '../../sites/site.ts';
import {
  factorAddedMail,
  factorRemovedMail,
  factorsRemovedMail,
  firstFactorMail,
  newDeviceMail,
  recoveryCodesMail,
} from './factor-mails.ts';
import {
  addressChangedMail,
  addressChangeMail,
  alreadyMemberMail,
  accountDeletedMail,
  codeMail,
  firstPasswordMail,
  passwordChangedMail,
  passwordDroppedMail,
  resetLinkMail,
  verificationMail,
} from './mails.ts';
import { memberViewMail } from './view-mail.ts';

/** Every mail about signing in with sample codes and links, for previews. */
export function exampleSignInMails(site: Site, to: string, appUrl: string): Mail[] {
  const link = `${appUrl}/account/example?token=example`;
  const member = { email: to, verified: true, wasProved: true };
  return [
    codeMail(site, to, { purpose: 'signup', code: '204816' }),
    codeMail(site, to, { purpose: 'login', code: '204816' }),
    codeMail(site, to, { purpose: 'reset', code: '204816', link }),
    codeMail(site, to, { purpose: 'verify', code: '204816' }),
    codeMail(site, to, { purpose: 'prove', code: '204816' }),
    resetLinkMail(site, to, link),
    verificationMail(site, to, link),
    alreadyMemberMail(site, to),
    passwordChangedMail(site, to),
    firstPasswordMail(site, to),
    passwordDroppedMail(site, to),
    accountDeletedMail(site, to),
    firstFactorMail(site, to, { kind: 'passkey', link }),
    factorAddedMail(site, member, { kind: 'authenticator' }),
    factorRemovedMail(site, member, 'authenticator'),
    factorsRemovedMail(site, to),
    recoveryCodesMail(site, member),
    newDeviceMail(site, to, 'Firefox on Windows'),
    memberViewMail(site, to),
    addressChangeMail(site, to),
    addressChangedMail(site, to, { link, hours: keptHours }),
  ];
}
