import type { SignedInStaff } from '../http/serve.ts';

/**
 * How the audit trail, notes and mails name a person on the staff: by their address, which others gave them, with the name
 * they chose behind it. A name alone could be that of another person.
 */
export const actorOf = ({ name, email }: Pick<SignedInStaff, 'name' | 'email'>): string =>
  name === '' ? email : `${email} (${name})`;
