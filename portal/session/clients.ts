import { createEnrolmentClient } from '../../client/enrolment.ts';
import { accountCalls, passwordCalls } from '../../client/account-calls.ts';
import { createSend, type ClientOptions } from '../../client/request.ts';
import type { MembershipCalls } from '../../contract/membership-calls.ts';
import type { OfStudents } from './of-students.ts';
import { tabView } from './tab-view.ts';

// The server writes the public key into the page; it is no secret.
const readKey = () => document.querySelector<HTMLMetaElement>('meta[name="intake-key"]')?.content ?? '';
// Nothing is asked while the build renders pages.
const publicKey = import.meta.env.SSR ? '' : readKey();
/** How this site's pages reach the service: with the cookie of a member, or in a view of staff with its bearer. */
export const options: ClientOptions = {
  publicKey,
  session: tabView ? () => tabView!.token : 'cookie',
  path: () => location.pathname,
};

const send = createSend<MembershipCalls>(options);
export const membership: OfStudents<ReturnType<typeof accountCalls> & ReturnType<typeof passwordCalls>> = {
  ...accountCalls(send),
  ...passwordCalls(send),
};
export const enrolment: OfStudents<ReturnType<typeof createEnrolmentClient>> = createEnrolmentClient(options);
