import type { ModalParams, Shell } from '../modal/contract.ts';
import type { App } from '../../contract/site.ts';
import { dress, readDirection } from '../modal/brand.ts';
import { labelsFor, type LabelKey } from '../modal/labels.ts';
import { fieldName, signupFields, type SiteFieldSettings } from '../modal/site-fields.ts';
import { buildStage } from './stage.ts';

/**
 * The first look of a dialog in plain elements, there in a moment, while the code of the dialogs is still on its way.
 * What is typed into it, and the focus, go over to the dialog that takes its place.
 */

interface FirstLookRequest {
  display: string;
  params: ModalParams;
  app: App | undefined;
  /** Called when the visitor closes it. */
  onClose: () => void;
}

/** The titles of screens that begin with fields. Others have nothing that could be typed yet. */
const titles: Record<string, LabelKey> = {
  login: 'login_to_your_account',
  signup: 'create_an_account',
  forgot_password: 'reset_your_password',
};

/** @returns undefined for a screen that has no first look */
export function showFirstLook({ display, params, app, onClose }: FirstLookRequest): Shell | undefined {
  const title = Object.hasOwn(titles, display) ? titles[display] : undefined;
  if (!title) return undefined;
  // Before anything of the page is changed: it asks for a style that is computed already.
  const dir = readDirection();
  const stage = buildStage();
  dress(stage.root, app);
  const label = labelsFor(params, app);
  const isPasswordless = app?.additionalAuthMethods.passwordless.isDefault === true;
  const hasPassword = display !== 'forgot_password' && !isPasswordless;
  const form = element('form', { class: 'ms-form' }, [
    ...(app && display === 'signup' ? signupFields(app).map(siteField) : []),
    field(label('email_address'), { name: 'email', type: 'email', autocomplete: 'username', required: '' }),
    ...(hasPassword ? [field(label('password'), { name: 'password', type: 'password', required: '' })] : []),
    element('button', { class: 'ms-button ms-button--primary', type: 'submit', 'aria-busy': 'true' }, [
      element('span', { class: 'ms-spinner' }),
    ]),
  ]);
  const use = { isBegun: false, isSent: false };
  for (const begin of ['pointerdown', 'keydown', 'input']) form.addEventListener(begin, () => (use.isBegun = true));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    use.isSent = true;
  });
  const leave = () => {
    // Taken away while it is open, it would give the focus back to nothing.
    dialog.close();
    onClose();
  };
  const dialog = element('dialog', { class: 'ms-modal', 'aria-labelledby': 'intake-heading' }, [
    element('div', { class: 'ms-modal__box' }, [
      element('header', { class: 'ms-modal__header' }, params.hideCloseButton ? [] : [cross(label('close'), leave)]),
      element('div', { class: 'ms-modal__heading' }, [element('h2', { id: 'intake-heading' }, [label(title)])]),
      form,
    ]),
  ]) as HTMLDialogElement;
  dialog.dir = dir;
  // The cross comes first in the page's order, and must not be where the dialog begins.
  form.querySelector('input')!.autofocus = true;
  dialog.addEventListener('cancel', leave);
  dialog.addEventListener('click', (event) => {
    // The second half of a double click on the opener is not meant for what has come between.
    if (event.detail > 1) event.preventDefault();
    else if (event.target === dialog) leave();
  });
  stage.root.append(dialog);
  stage.nameParts();
  dialog.showModal();
  return { ...stage, handOver: (next) => handOver(dialog, next, use) };
}

/** What a visitor did with a first look: typed or chose a field, sent it. */
interface Use {
  isBegun: boolean;
  isSent: boolean;
}

function handOver(shell: HTMLDialogElement, dialog: HTMLDialogElement, { isBegun, isSent }: Use): void {
  const root = shell.getRootNode() as ShadowRoot;
  const focused = root.activeElement;
  // A dialog gives the focus back to what had it when it was shown: to the opener, not to its first look.
  shell.close();
  dialog.showModal();
  // The dialog begins with its own first field, unless the visitor has begun with another one.
  for (const typed of shell.querySelectorAll('input')) {
    const taker = dialog.querySelector<HTMLInputElement>(`input[name="${typed.name}"]`);
    if (!taker) continue;
    taker.checked = typed.checked;
    // A box to tick has the value it is sent with, ticked or not.
    if (typed.value && typed.type !== 'checkbox') taker.value = typed.value;
    if (isBegun && typed === focused) {
      taker.focus();
      // A field of an address knows no selection; the caret stands at its end all the same.
      if (/^(text|password)$/.test(taker.type)) taker.setSelectionRange(typed.selectionStart, typed.selectionEnd);
    }
  }
  shell.remove();
  if (isSent) dialog.querySelector('form')?.requestSubmit();
}

function siteField(of: SiteFieldSettings): Element {
  const name = fieldName(of);
  if (of.type !== 'boolean') return field(of.label, { name, type: 'text' });
  const box = element('input', { class: 'ms-check__box', type: 'checkbox', name });
  return element('div', { class: 'ms-form__group' }, [element('label', { class: 'ms-check' }, [box, of.label])]);
}

function field(label: string, attributes: Record<string, string>): Element {
  const id = `shell-${attributes['name']}`;
  return element('div', { class: 'ms-form__group' }, [
    element('label', { class: 'ms-form__label', for: id }, [label]),
    element('input', { class: 'ms-form__input', id, ...attributes }),
  ]);
}

function cross(label: string, onPress: () => void): Element {
  const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawn.setAttribute('viewBox', '0 0 24 24');
  const path = drawn.appendChild(document.createElementNS(drawn.namespaceURI, 'path'));
  path.setAttribute('d', 'm6 6 12 12M18 6 6 18');
  const attributes = { class: 'ms-icon-button ms-modal__close', type: 'button', 'aria-label': label };
  const button = element('button', attributes, [drawn]);
  button.addEventListener('click', onPress);
  return button;
}

function element(name: string, attributes: Record<string, string>, children: (Node | string)[] = []): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
