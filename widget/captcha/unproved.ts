/** @returns the failure to tell at a sign-up */
export const unproved = (message: string): Error => Object.assign(new Error(message), { code: 'captcha-unavailable' });
