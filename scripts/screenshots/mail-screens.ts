import type { Screen } from './screen.ts';

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

const screenOf = (kind: string, colorScheme: 'light' | 'dark'): Screen => ({
  name: `mail-${kind}${colorScheme === 'dark' ? '-dark' : ''}`,
  widths: [360, 768],
  // Its own page may run nothing, not even what waits for a page to come to rest.
  async act({ page, partner }) {
    await page.emulateMedia({ colorScheme });
    const mail = await page.context().request.get(`/dev/mails/body?id=${partner}.${kind}`);
    await page.setContent(await mail.text());
  },
});

/** Mails with made-up content, as development shows them; two of them for eyes that ask for dark colours. */
export const mailScreens: Screen[] = [
  ...kinds.map((kind) => screenOf(kind, 'light')),
  ...['order-enrolled', 'lead-link'].map((kind) => screenOf(kind, 'dark')),
];
