import { createHmac } from 'node:crypto';

/** An identity that the stand-in asserts. */
export interface Person {
  name: string;
  /** undefined if the person withholds it. */
  email?: string | undefined;
  /** The `email_verified` claim: whether the provider has proved the address. */
  isConfirmed: boolean;
}

/** Fictitious people who can be chosen with one button. */
export const demonstrationPeople: readonly Person[] = [
  { name: 'Robin Reed', email: 'robin.reed@provider.example', isConfirmed: true },
  { name: 'Sam Sandoval', email: 'sam.sandoval@provider.example', isConfirmed: false },
  { name: 'Toni Tran', isConfirmed: false },
];

/** A stable subject, derived from the address, the same after a restart. */
export const subjectOf = (secret: string, { name, email }: Person): string =>
  createHmac('sha256', secret)
    .update(email === undefined ? `name\0${name}` : `email\0${email}`)
    .digest('base64url')
    .slice(0, 22);

/** The claims for relying parties. */
export const claimsOf = (subject: string, { name, email, isConfirmed }: Person) => ({
  sub: subject,
  name,
  ...(email !== undefined && { email, email_verified: isConfirmed }),
});

/** The fields of the page's form. */
export type PersonForm = Partial<Record<'person' | 'name' | 'email' | 'confirmed', string>>;

/** @returns the chosen or entered person; undefined for an invalid address */
export function readPerson({ person, name = '', email = '', confirmed }: PersonForm): Person | undefined {
  if (person !== undefined) return demonstrationPeople.find((each) => each.name === person);
  const address = email.trim().toLowerCase();
  if (!/^[^\s@]{1,64}@[^\s@]{1,185}$/.test(address)) return undefined;
  return { name: name.trim().slice(0, 100) || address, email: address, isConfirmed: confirmed === 'yes' };
}
