/**
 * The shortest a checkout session may live. Stripe, "Manage limited inventory": `expires_at` is between 30 minutes and 24
 * hours after the current time. https://docs.stripe.com/payments/checkout/managing-limited-inventory
 */
export const shortestSessionMinutes = 30;

/**
 * Minutes that our request may take to reach the provider. `expires_at` is fixed when the row is written, but the
 * provider counts the 30 minutes from its arrival, by its own clock (clock skew).
 */
export const travelMinutes = 1;

/**
 * Lifetime of a checkout in minutes, counted from when its row is written.
 *
 * @param promisedMinutes shown to the buyer; raised to the provider's minimum
 */
export const sessionMinutesFor = (promisedMinutes: number): number =>
  Math.max(promisedMinutes, shortestSessionMinutes) + travelMinutes;
