/** Words of `data-ms-content` that apply to members alone: a visitor sees neither the part nor its negation. */
export const aboutMembers: readonly string[] = ['has-failed-payment', 'is-trialing', 'has-password', 'no-plans'];
