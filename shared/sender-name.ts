import type { Partner } from './partners.ts';

/** Who mails and calendar entries of a partner are from: "UTS Enrolment". */
export const senderNameOf = ({ code, words }: Pick<Partner, 'code' | 'words'>): string =>
  `${code.toUpperCase()} ${words.Enrolment}`;
