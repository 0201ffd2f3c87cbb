const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** An id for something that is not saved yet: 16 random characters of 32, which no other site has. */
export const newEntryId = (prefix: string): string =>
  prefix + [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => alphabet[byte % alphabet.length]).join('');
