import { expect } from 'vitest';
import { goodPassword, newEmail, type TestMembership } from './membership.ts';

/** Members who move to another mailbox, and the pages behind the links that get mailed about it. */
export function createAddressChanges(product: () => TestMembership) {
  /** Sends the form of one of our own pages. */
  const press = (path: string, form: Record<string, string> = {}, headers: Record<string, string | undefined> = {}) =>
    product().call('POST', path, {
      body: new URLSearchParams(form).toString(),
      headers: {
        'x-api-key': undefined,
        'content-type': 'application/x-www-form-urlencoded',
        origin: product().appUrl,
        ...headers,
      },
    });
  const undoPage = (link: string) => `/account/undo-address?token=${link}`;
  const undo = (link: string, headers = {}) => press(undoPage(link), {}, headers);
  const confirm = (link: string) => press('/account/verify-email', { token: link, password: goodPassword });

  /** Moves an account to another mailbox, proof and all. */
  async function move(wanted: string, { token, headers }: { token: string; headers?: Record<string, string> }) {
    const change = { email: wanted, oldPassword: goodPassword };
    await product().post('/member-auth', change, { token, ...(headers && { headers }) });
    const answer = await confirm(await product().linkTokenFor(wanted, 'verification'));
    expect(answer.status).toBe(200);
  }

  /** The same for a proved account. @returns the token of the link the old mailbox got */
  async function moveTo(wanted: string, { email, token }: { email: string; token: string }): Promise<string> {
    await move(wanted, { token });
    return product().linkTokenFor(email, 'address-changed');
  }

  /** A proved member whose account a thief has moved to another mailbox. */
  async function buildMoved() {
    const member = await product().buildMember({ proved: true });
    const stolen = newEmail();
    return { ...member, stolen, link: await moveTo(stolen, member) };
  }

  return { press, undoPage, undo, confirm, move, moveTo, buildMoved };
}
