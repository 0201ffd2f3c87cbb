import type { MailColours } from '../../platform/mail-layout.ts';

/** How mails look and what they call the sender, where another domain shows several faces of one site. */
export interface MailLook extends MailColours {
  /** In the band, and before every subject. */
  sender: string;
  /** Beside the sender's address. */
  senderName: string;
  footer: string;
  languageTag: string;
}

/** Chooses the look by the page somebody was on. Who asks names the page, so nothing but looks may depend on it. */
export type MailStyle = (asked: { siteId: string; path: string }) => MailLook | undefined;
