/** @returns the failure to tell somebody who signs up */
export const unproved = (message: string): Error => Object.assign(new Error(message), { code: 'captcha-unavailable' });
