import type { LimitRule } from '../../platform/http/limits.ts';

/** Each popup asks a provider, and keeps a row for ten minutes. */
export const popupsPerClient: LimitRule = { name: 'provider-popup', points: 60, seconds: 600 };
/** Each connection mails the member. */
export const connectsPerMember: LimitRule = { name: 'provider-connect', points: 10, seconds: 3_600 };
