/**
 * The shortest a checkout session may live. Stripe, "Manage limited inventory": `expires_at` is between 30 minutes and 24
 * hours after the current time. https://docs.stripe.com/payments/checkout/managing-limited-inventory
 */
export const shortestSessionMinutes = 30;

/**
 * How long our request for a session may take to reach the provider. `expires_at` is fixed when the row is written, and
 * the provider counts the 30 minutes by its own clock when the request arrives.
 */
export const travelMinutes = 1;

/**
 * How long a checkout can be paid, counted from when its row is written.
 *
 * @param promisedMinutes what the buyer is told; a promise below the provider's shortest is exceeded
 */
export const sessionMinutesFor = (promisedMinutes: number): number =>
  Math.max(promisedMinutes, shortestSessionMinutes) + travelMinutes;
