import type { MembershipCalls } from '../../contract/membership-calls.ts';
import { createSend } from '../../client/request.ts';
import { securityCalls } from '../../client/security-calls.ts';
import { secondFactorCalls } from '../../client/second-factor-calls.ts';
import { sessionCalls } from '../../client/session-calls.ts';
import { options } from './clients.ts';

const send = createSend<MembershipCalls>(options);
/** Calls of the profile's "Security" tab, which no other page pays for. */
export const security = { ...securityCalls(send), ...sessionCalls(send), ...secondFactorCalls(send) };
