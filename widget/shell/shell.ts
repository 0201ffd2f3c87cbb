import type { ModalParams, Shell } from '../modal/contract.ts';
import type { App } from '../../contract/site.ts';
import { readBrand } from '../modal/brand.ts';
import { labelsFor, type LabelKey } from '../modal/labels.ts';
import { buildStage } from './stage.ts';

/**
 * The first look of a dialog in plain elements, there in a moment, while the code of the dialogs is still on its way.
 * What is typed into it, and the focus, go over to the dialog that takes its place.
 */

export { readBrand } from '../modal/brand.ts';
export { labelsFor } from '../modal/labels.ts';
export { adoptSheet, buildStage } from './stage.ts';

interface ShellRequest {
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
export function showShell({ display, params, app, onClose }: ShellRequest): Shell | undefined {
  const title = Object.hasOwn(titles, display) ? titles[display] : undefined;
  if (!title) return undefined;
  const stage = buildStage();
  const label = labelsFor(params, app);
  const isPasswordless = app?.additionalAuthMethods.passwordless.isDefault === true;
  const hasPassword = display !== 'forgot_password' && !isPasswordless;
  const form = element('form', { class: 'ms-form' }, [
    ...field(label('email_address'), { name: 'email', type: 'email', autocomplete: 'username' }),
    ...(hasPassword ? field(label('password'), { name: 'password', type: 'password' }) : []),
    element('button', { class: 'ms-button ms-button--primary', type: 'submit', 'aria-busy': 'true' }, [
      element('span', { class: 'ms-spinner' }),
    ]),
  ]);
  let isSent = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    isSent = true;
  });
  const dialog = element('dialog', { class: 'ms-modal', 'aria-labelledby': 'intake-heading' }, [
    element('div', { class: 'ms-modal__box' }, [
      element('div', { class: 'ms-modal__heading' }, [element('h2', { id: 'intake-heading' }, [label(title)])]),
      form,
    ]),
  ]) as HTMLDialogElement;
  const { style, dir } = readBrand(app);
  for (const [name, value] of Object.entries(style)) dialog.style.setProperty(name, String(value));
  dialog.dir = dir;
  const leave = () => {
    // Taken away while it is open, it would give the focus back to nothing.
    dialog.close();
    onClose();
  };
  dialog.addEventListener('cancel', leave);
  dialog.addEventListener('click', (event) => {
    // The second half of a double click on the opener is not meant for what has come between.
    if (event.detail > 1) event.preventDefault();
    else if (event.target === dialog) leave();
  });
  stage.root.append(dialog);
  dialog.showModal();
  return { ...stage, handOver: (next) => handOver(dialog, next, isSent) };
}

function handOver(shell: HTMLDialogElement, dialog: HTMLDialogElement, isSent: boolean): void {
  const root = shell.getRootNode() as ShadowRoot;
  const focused = root.activeElement;
  // A dialog gives the focus back to what had it when it was shown: to the opener, not to its first look.
  dialog.close();
  shell.close();
  dialog.showModal();
  for (const typed of shell.querySelectorAll('input')) {
    const taker = dialog.querySelector<HTMLInputElement>(`input[name="${typed.name}"]`);
    if (!taker) continue;
    if (typed.value) taker.value = typed.value;
    if (typed === focused) {
      taker.focus();
      // A field of an address knows no selection; the caret stands at its end all the same.
      if (taker.type !== 'email') taker.setSelectionRange(typed.selectionStart, typed.selectionEnd);
    }
  }
  shell.remove();
  if (isSent) dialog.querySelector('form')?.requestSubmit();
}

function field(label: string, attributes: Record<string, string>): HTMLElement[] {
  const id = `shell-${attributes['name']}`;
  return [
    element('div', { class: 'ms-form__group' }, [
      element('label', { class: 'ms-form__label', for: id }, [label]),
      element('input', { class: 'ms-form__input', id, required: '', ...attributes }),
    ]),
  ];
}

function element(name: string, attributes: Record<string, string>, children: (Node | string)[] = []): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
