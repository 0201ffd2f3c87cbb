import { createHmac } from 'node:crypto';

/** A delivery's content to sign. */
export interface SignedMessage {
  /** The same at every attempt, for the receiver's deduplication. */
  id: string;
  /** Time of this attempt, in seconds since the epoch; receivers refuse old ones (replay). */
  timestampSeconds: number;
  body: string;
}

/**
 * Headers by which a receiver verifies a message, as in the Standard Webhooks specification and the `svix` libraries:
 * HMAC-SHA256 over id, time and body, once for each valid secret.
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
