import type { Signup } from '../../client/account-calls.ts';
import { RequestError } from '../../client/request.ts';
import type { Only, OwnField, OwnFields, StudentMember } from '../../contract/student-fields.ts';
import { sessionMessages } from '../messages/session.ts';
import { membership } from './clients.ts';
import { knownMember, setChangedMember, setMember } from './member.ts';

/** Signs in and takes the member over. @throws RequestError */
export async function login(credentials: { email: string; password: string }): Promise<void> {
  setMember((await membership.loginMemberEmailPassword(credentials)).data.member);
}

/** Makes an account, which is signed in at once. @throws RequestError */
export async function register(signup: Signup & { customFields: OwnFields }): Promise<void> {
  setMember((await membership.signupMemberEmailPassword(signup)).data.member);
}

/**
 * Saves custom fields of the member: declared ones that students write.
 *
 * @throws RequestError `login-required` "User is not logged in" without asking the service
 */
export async function saveFields<Fields extends Only<Fields, OwnField>>(
  customFields: Fields & OwnFields,
): Promise<StudentMember> {
  if (!knownMember()) throw new RequestError('login-required', sessionMessages.notLoggedIn, 401);
  const { data: member } = await membership.updateMember({ customFields });
  setChangedMember(member);
  return member;
}
