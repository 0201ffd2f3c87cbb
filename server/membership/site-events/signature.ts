import { createHmac } from 'node:crypto';

export interface SignedMessage {
  /** The same at every attempt, so that a receiver can tell a repetition. */
  id: string;
  /** When this attempt is made, in seconds since the epoch. */
  timestampSeconds: number;
  body: string;
}

/**
 * The headers a receiver proves a message with, as the Standard Webhooks description and the `svix` libraries have
 * them: HMAC-SHA256 over id, time and body, once for each secret that counts.
 *
 * @param secrets each `whsec_` and base64
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, timestampSeconds, body }: SignedMessage,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
  });
  return {
    'svix-id': id,
    'svix-timestamp': String(timestampSeconds),
    'svix-signature': signatures.join(' '),
  };
}
