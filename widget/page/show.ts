import type { Member } from '../../contract/members.ts';
import { all, erase, having, nearest, read, write, writePlain } from './dom.ts';
import { setField } from './fields.ts';
import type { Who } from './who.ts';

/** Puts what is known of the member where the page asks for it, and shows buttons only to whom they are of use. */

const texts = new Map<HTMLElement, string>();

export function show(root: Element | Document, { whole, member }: Who): void {
  for (const element of all(root, having('member'))) {
    const key = read(element, 'member')!;
    const value = whole ? valueOf(whole, key) : member ? member.customFields[key] : undefined;
    if (element instanceof HTMLImageElement) showPicture(element, value);
    else if (isInput(element)) fillIn(element, key, whole);
    else showText(element, value);
  }
  if (member !== undefined)
    for (const element of all(root, having('action'))) showAction(element, whole, member !== null);
}

const isInput = (element: HTMLElement) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/** What a page may show of a member, by its name; a custom field by its key. */
function valueOf({ id, auth, createdAt, profileImage, customFields }: Member, key: string): string | undefined {
  if (key === 'email') return auth.email;
  if (key === 'id') return id;
  if (key === 'signup-date') return new Date(createdAt).toLocaleDateString();
  if (key === 'profile-image') return profileImage ?? undefined;
  return Object.hasOwn(customFields, key) ? customFields[key] : undefined;
}

/** The author's own words stay where there is nothing to put there, and come back after a log-out. */
function showText(element: HTMLElement, value: string | undefined): void {
  const own = texts.get(element) ?? element.textContent;
  texts.set(element, own);
  const next = value || own;
  if (element.textContent !== next) element.textContent = next;
}

const pictures = new WeakMap<HTMLImageElement, string>();

function showPicture(image: HTMLImageElement, value: string | undefined): void {
  if (!pictures.has(image)) pictures.set(image, image.src);
  const next = value ?? pictures.get(image)!;
  if (image.src !== next) writePlain(image, 'src', next);
}

const filledForms = ['profile', 'email'];

/** Forms that change what is there begin with it. What somebody has typed is left alone. */
function fillIn(field: Element, key: string, whole: Member | null | undefined): void {
  const form = nearest(field, having('form'));
  if (!whole || !form || !filledForms.includes(read(form, 'form')!) || read(field, 'touched') !== null) return;
  if (/password|token/.test(key)) return;
  setField(field, valueOf(whole, key) ?? '');
}

/** Marks a field as somebody's own, so that news of the member does not write over it. */
export const touch = (field: Element): void => write(field, 'touched', '');
export const untouch = (form: Element): void => {
  for (const field of all(form, having('touched'))) erase(field, 'touched');
};

const useful: Record<string, (member: Member) => boolean> = {
  'customer-portal': ({ stripeCustomerId }) => stripeCustomerId !== null,
  'resend-verification-email': ({ verified }) => !verified,
};

function showAction(element: HTMLElement, whole: Member | null | undefined, isSignedIn: boolean): void {
  const isUseful = Object.hasOwn(useful, read(element, 'action')!) ? useful[read(element, 'action')!] : undefined;
  if (isSignedIn && (!isUseful || (whole && isUseful(whole)))) erase(element, 'hidden');
  else write(element, 'hidden', '');
}
