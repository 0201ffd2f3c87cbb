import type { Screen } from './screen.ts';

/** A selection of mails; `/dev/mails` shows all. */
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
  // The preview's policy forbids scripts, including the one that waits for animations.
  async act({ page, partner }) {
    await page.emulateMedia({ colorScheme });
    const mail = await page.context().request.get(`/dev/mails/body?id=${partner}.${kind}`);
    await page.setContent(await mail.text());
  },
});

/** Mail previews with made-up content; two of them in dark mode. */
export const mailScreens: Screen[] = [
  ...kinds.map((kind) => screenOf(kind, 'light')),
  ...['order-enrolled', 'lead-link'].map((kind) => screenOf(kind, 'dark')),
];
