import type { Member } from '../../contract/members.ts';
import type { App } from '../../contract/site.ts';
import { all, erase, having, read, write } from './dom.ts';
import type { Who } from './who.ts';

/** Puts what is known of the member where the page asks for it, and shows buttons only to whom they are of use. */

export function show(root: Element | Document, { whole, member, app }: Who): void {
  // Text in scripts and styles would run, or shape the page. Fields are filled with their forms.
  for (const element of all(root, `${having('member')}:not(script,style,input,select,textarea)`)) {
    const key = read(element, 'member')!;
    const value = whole ? valueOf(whole, key) : member?.customFields[key];
    showValue(element, value);
  }
  if (member !== undefined)
    for (const element of all(root, having('action'))) showAction(element, member !== null, whole, app);
}

type Shown = string | null | undefined;
/** What a page may show of a member, by its name; a custom field by its key. */
export function valueOf({ id, auth, createdAt, profileImage, customFields }: Member, key: string): Shown {
  const values: Record<string, Shown> = {
    // None of the names that every object has.
    __proto__: null,
    ...customFields,
    email: auth.email,
    id,
    'signup-date': new Date(createdAt).toLocaleDateString(),
    'profile-image': profileImage,
  };
  return values[key];
}

/**
 * What the author wrote stays where the member has no value, and comes back after a log-out. It is kept on the element,
 * so that copies have it too which scripts of the page make while a value is shown.
 */
function showValue(element: HTMLElement, value: Shown): void {
  const shown = element as HTMLImageElement;
  // Site builders give an image a picture for each size, and then a browser takes none in `src`.
  const place = element instanceof HTMLImageElement ? (element.srcset ? 'srcset' : 'src') : 'textContent';
  const own = read(element, 'written') ?? shown[place];
  const next = value || own;
  if (shown[place] === next) return;
  write(element, 'written', own);
  shown[place] = next;
}

/** Marks a field as edited, so that a later answer of the service does not overwrite it. */
export const touch = (field: Element): void => write(field, 'touched', '');
/** What is edited from here on is marked as new again. */
export const markSent = (form: Element): void => {
  for (const field of all(form, having('touched'))) write(field, 'touched', 'sent');
};
/** Unmarks what was sent; a field that was edited meanwhile stays marked. */
export const untouchSent = (form: Element): void => {
  for (const field of all(form, having('touched', 'sent'))) erase(field, 'touched');
};

const mayLeave = (_: Member, app: App | undefined) => app?.allowMemberSelfDelete === true;
const useful = new Map<string, (member: Member, app: App | undefined) => boolean>([
  ['customer-portal', ({ stripeCustomerId }) => stripeCustomerId !== null],
  ['resend-verification-email', ({ verified }) => !verified],
  ['delete-account', mayLeave],
  ['delete-member', mayLeave],
]);

function showAction(element: HTMLElement, isSignedIn: boolean, whole: Who['whole'], app: App | undefined): void {
  const isUseful = useful.get(read(element, 'action')!);
  if (isSignedIn && (!isUseful || (whole && isUseful(whole, app)))) erase(element, 'hidden');
  else write(element, 'hidden', '');
}
