/** Words of `data-ms-content` whose opposites, too, are about members alone: a visitor sees neither. */
export const aboutMembers: readonly string[] = ['has-failed-payment', 'is-trialing', 'has-password', 'no-plans'];
