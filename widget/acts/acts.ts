/** What pages do beyond showing: one file, fetched when a page has a form, a button or secure content of ours. */
export { afterDialog, press } from './buttons.ts';
export { sendForm } from './forms.ts';
export { whenInView } from './in-view.ts';
export { look } from './look.ts';
