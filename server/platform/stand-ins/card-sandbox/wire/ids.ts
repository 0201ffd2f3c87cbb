import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const randomText = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A new id as the provider makes them: `pi_3…`, 24 random characters unless told otherwise. */
export const newWireId = (prefix: string, length = 24): string => prefix + randomText(length);

/** A checkout session's id opens its page, so it is as long as the real one's. */
export const newSessionId = (): string => newWireId('cs_test_', 58);

/** The wire counts whole seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);
