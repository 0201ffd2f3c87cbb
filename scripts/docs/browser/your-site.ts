import { make } from './elements.ts';
import { keep, readKept } from './storage.ts';

/** The site whose id and key stand in examples. */
export interface Site {
  app: string;
  key: string;
}

/** The demonstration site, which examples are written with. */
const written: Site = { app: 'app_demo', key: 'pk_sb_demo' };
const kept = { app: 'intake-docs-app', key: 'intake-docs-key' } as const;

/** The site that was named, else the demonstration site. */
export const currentSite = (): Site => ({
  app: readKept(kept.app) ?? written.app,
  key: readKept(kept.key) ?? written.key,
});

/** Makes "Your site" work: the id and public key named there stand in every example, in this browser alone. */
export function startSiteDialog(): void {
  const dialog = buildDialog();
  document.body.append(dialog);
  document.querySelector('[data-site-open]')!.addEventListener('click', () => dialog.showModal());
  fillIn(currentSite());
}

function buildDialog(): HTMLDialogElement {
  const app = field('Site id', written.app, String.raw`app_[\w\-]+`);
  const key = field('Public key', written.key, String.raw`pk_[\w\-]+`);
  const form = make(
    'form',
    { method: 'dialog' },
    make('h2', { id: 'your-site', textContent: 'Your site' }),
    make('p', {
      textContent:
        'Every example then has your id and key. They stay in this browser. Never enter a secret key (sk_…).',
    }),
    app.label,
    key.label,
    make(
      'p',
      { className: 'row' },
      make('button', { textContent: 'Use in examples', className: 'main-button' }),
      make('button', { textContent: 'Use the demonstration site', value: 'demo', formNoValidate: true }),
      make('button', { textContent: 'Cancel', value: 'cancel', formNoValidate: true }),
    ),
  );
  const dialog = make('dialog', { className: 'box' }, form);
  dialog.setAttribute('aria-labelledby', 'your-site');
  const reset = () =>
    Object.assign(app.input, { value: readKept(kept.app) ?? '' }) && (key.input.value = readKept(kept.key) ?? '');
  reset();
  form.addEventListener('submit', (event) => {
    const choice = (event.submitter as HTMLButtonElement).value;
    if (choice === 'cancel') {
      reset();
      return;
    }
    const isNamed = choice !== 'demo';
    keep(kept.app, isNamed ? app.input.value.trim() : undefined);
    keep(kept.key, isNamed ? key.input.value.trim() : undefined);
    reset();
    fillIn(isNamed ? { app: app.input.value.trim(), key: key.input.value.trim() } : written);
  });
  return dialog;
}

function field(name: string, example: string, pattern: string) {
  const input = make('input', { type: 'text', placeholder: example, pattern, required: true, spellcheck: false });
  input.autocomplete = 'off';
  return { input, label: make('label', {}, name, input) };
}

let shown: Site = written;

/** Writes a site's id and key into the examples. Highlighting splits code, but never within an id. */
function fillIn(site: Site): void {
  if (site.app === shown.app && site.key === shown.key) return;
  const pattern = new RegExp(String.raw`\b(?:(${shown.app})|(${shown.key}))\b`, 'g');
  for (const code of document.querySelectorAll('main pre code')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (pattern.test(node.data))
        node.data = node.data.replace(pattern, (_, app?: string) => (app === undefined ? site.key : site.app));
      pattern.lastIndex = 0;
    }
  }
  shown = site;
}
