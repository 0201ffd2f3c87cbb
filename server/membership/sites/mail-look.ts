import type { MailColours } from '../../platform/mail-layout.ts';

/** Look and sender of mails, where another domain has several for one site. */
export interface MailLook extends MailColours {
  /** In the band, and before every subject. */
  sender: string;
  /** Beside the sender's address. */
  senderName: string;
  footer: string;
  /** Where readers of a mail go on once its link has done what it is for: a path of our own. */
  wayOn: { path: string; label: string };
  languageTag: string;
  /** Under whose name: an account that is made on such a page keeps it. A client's claim, which opens nothing to it. */
  partner?: string;
}

/** Chooses the look by the requesting page. The path is a client's claim (untrusted), so only the look may depend on it. */
export type MailStyle = (asked: { siteId: string; path: string }) => MailLook | undefined;
