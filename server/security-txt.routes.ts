import { readFile } from 'node:fs/promises';
import { defaultPartner, partners } from '../shared/partners.ts';
import type { Clock } from './platform/clock.ts';
import type { Http } from './platform/http/typed.ts';

const address = '/.well-known/security.txt';
const policyAddress = '/.well-known/security-policy.txt';
/** RFC 9116 recommends less than a year. Counted from the request, because a fixed date would lapse unnoticed. */
const validDays = 90;
const dayMs = 86_400_000;
const maxAgeSeconds = 3_600;

interface SecurityTxtOptions {
  /** Our own origin. */
  appUrl: string;
  clock: Clock;
  /** Where weaknesses are reported, a mailto: or https: address; the default partner's support unless given. */
  contact: string | undefined;
}

/** Serves security.txt (RFC 9116) and the disclosure policy. */
export async function securityTxtRoutes(app: Http, { appUrl, clock, contact }: SecurityTxtOptions): Promise<void> {
  const policy = await readFile(new URL('../SECURITY.md', import.meta.url), 'utf8');
  const send = (path: string, text: () => string) =>
    app.get(path, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${maxAgeSeconds}`).type('text/plain; charset=utf-8').send(text()),
    );
  send(address, () =>
    fieldsOf({
      Contact: contact ?? `mailto:${partners[defaultPartner].supportEmail}`,
      Expires: expiryAfter(clock.now()),
      'Preferred-Languages': 'en',
      Canonical: appUrl + address,
      Policy: appUrl + policyAddress,
    }),
  );
  send(policyAddress, () => policy);
}

const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** The end of a day, so that the file stays the same for a day. */
const expiryAfter = (now: Date) => {
  const day = new Date(now.getTime() + validDays * dayMs).toISOString().slice(0, 10);
  return `${day}T23:59:59Z`;
};
