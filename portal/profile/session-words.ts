import type { OwnSession } from '../../contract/sessions.ts';
import type { Partner } from '../../shared/partners.ts';
import { formatMoment } from '../ui/format.ts';

/** What a session runs on, as its member knows it. */
export const deviceOf = ({ device }: Pick<OwnSession, 'device'>): string => device || 'Unknown browser';

const ways = { password: 'password', code: 'emailed code', provider: 'another account of yours', passkey: 'passkey' };

/** "Logged in by password on Mon 16 November 2026" */
export function beginOf(partner: Partner, { way, startedAt }: Pick<OwnSession, 'way' | 'startedAt'>): string {
  const moment = formatMoment(partner, startedAt);
  const day = moment.slice(0, moment.lastIndexOf(','));
  return way === null ? `Logged in on ${day}` : `Logged in by ${ways[way]} on ${day}`;
}

/** "In use now" of the session that asks, else when it was used last. */
export const lastUseOf = (partner: Partner, { current, lastUsedAt }: OwnSession): string =>
  current ? 'In use now' : `Last used ${formatMoment(partner, lastUsedAt)}`;

/** Whether it runs on something that fits a hand. */
export const isHandheld = ({ device }: Pick<OwnSession, 'device'>): boolean => /iPhone|iPad|Android/.test(device);
