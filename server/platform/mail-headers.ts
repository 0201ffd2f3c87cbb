import { hashToken } from './keys.ts';

/**
 * The left part of a mail's Message-ID. The same for the same news, so that mail programs and servers drop the second copy: a database that was restored to an
 * earlier moment queues a receipt again that was sent after it.
 */
export const messageName = ({ id, dedupe_key: key }: { id: string; dedupe_key: string | null }) =>
  key === null ? id : `once_${hashToken(key).toString('hex').slice(0, 32)}`;

/** Headers of a mail that can be unsubscribed from by one click (RFC 8058). */
export const unsubscribeHeaders = (url: string | null) =>
  url === null
    ? {}
    : {
        // Unfolded and unencoded: otherwise mail programs show no button.
        'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
