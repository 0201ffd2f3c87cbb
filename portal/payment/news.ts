/** How long a payment is news, in milliseconds: a day. */
const newsMs = 86_400_000;

/**
 * Whether a payment has just been made, so that its confirmation is on its way.
 *
 * @param paidAt ISO; null where it is not known, which counts as news
 * @param nowMs milliseconds since the epoch
 */
export function isNews(paidAt: string | null | undefined, nowMs: number): boolean {
  return !paidAt || nowMs - Date.parse(paidAt) < newsMs;
}
