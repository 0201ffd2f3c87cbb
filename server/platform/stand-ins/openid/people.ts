import { createHmac } from 'node:crypto';

/** Somebody the stand-in vouches for. */
export interface Person {
  name: string;
  /** Missing for somebody who keeps it to themself. */
  email?: string | undefined;
  /** The `email_verified` claim: whether the provider has proved the address. */
  isConfirmed: boolean;
}

/** Who can be chosen with one press. Invented, all of them. */
export const demonstrationPeople: readonly Person[] = [
  { name: 'Robin Reed', email: 'robin.reed@provider.example', isConfirmed: true },
  { name: 'Sam Sandoval', email: 'sam.sandoval@provider.example', isConfirmed: false },
  { name: 'Toni Tran', isConfirmed: false },
];

/** Who somebody is for ever: the same address is the same person, also after a restart. */
export const subjectOf = (secret: string, { name, email }: Person): string =>
  createHmac('sha256', secret)
    .update(email === undefined ? `name\0${name}` : `email\0${email}`)
    .digest('base64url')
    .slice(0, 22);

/** What relying parties are told. */
export const claimsOf = (subject: string, { name, email, isConfirmed }: Person) => ({
  sub: subject,
  name,
  ...(email !== undefined && { email, email_verified: isConfirmed }),
});

/** What the page's form says. */
export type PersonForm = Partial<Record<'person' | 'name' | 'email' | 'confirmed', string>>;

/** @returns who was chosen or typed; undefined where that is no address */
export function readPerson({ person, name = '', email = '', confirmed }: PersonForm): Person | undefined {
  if (person !== undefined) return demonstrationPeople.find((each) => each.name === person);
  const address = email.trim().toLowerCase();
  if (!/^[^\s@]{1,64}@[^\s@]{1,185}$/.test(address)) return undefined;
  return { name: name.trim().slice(0, 100) || address, email: address, isConfirmed: confirmed === 'yes' };
}
