import type { Screen } from './screens.ts';

/** The mails worth seeing; `/dev/mails` shows every one of them. */
const kinds = [
  'order-enrolled',
  'order-enrolled-deposit',
  'order-unseated',
  'lead-link',
  'webinar-registered',
  'consultation-copy',
  'reset-code',
  'verification',
];

/** Mails with made-up content, as development shows them. */
export const mailScreens: Screen[] = kinds.map((kind) => ({
  name: `mail-${kind}`,
  widths: [360, 768],
  // Its own page may run nothing, not even what waits for a page to come to rest.
  async act({ page, partner }) {
    const mail = await page.context().request.get(`/dev/mails/body?id=${partner}.${kind}`);
    await page.setContent(await mail.text());
  },
}));
