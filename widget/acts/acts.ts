/** What pages do beyond showing: one file, fetched when a page has a form, a button or secure content of ours. */
export { press } from './buttons.ts';
export { sendForm } from './forms.ts';
export { joinInvited } from './journey.ts';
export { look } from './look.ts';
