import { make } from './elements.ts';
import { keep, readKept } from './storage.ts';
import { currentSite } from './your-site.ts';

/** A call as the page names it. */
interface TriedCall {
  name: string;
  caller: 'visitor' | 'member' | 'open';
  params: Record<string, string>;
  query: Record<string, string>;
  body?: unknown;
  /** The public key of the site it belongs to, where that is not the reader's. */
  publicKey?: string;
}

const sessionName = 'intake-docs-session';

/** Opens the form that makes a call, in the place of its button. */
export function openForm(place: HTMLElement): void {
  const form = buildForm(JSON.parse(place.dataset.call!) as TriedCall);
  place.replaceChildren(form);
  form.querySelector<HTMLElement>('input,textarea,button')?.focus();
}

function buildForm(call: TriedCall): HTMLElement {
  const inAddress = Object.entries({ ...call.params, ...call.query }).map(([name, value]) => ({
    name,
    ...labelled(name, make('input', { type: 'text', value })),
  }));
  const text = call.body === undefined ? '' : JSON.stringify(call.body, null, 2);
  const body = labelled('Body', make('textarea', { value: text, spellcheck: false }));
  const session = labelled(
    'Session (from a log-in tried here)',
    make('input', { type: 'text', value: readKept(sessionName) ?? '' }),
  );
  const outcome = make('p', { className: 'outcome' });
  outcome.setAttribute('role', 'status');
  const answer = make('pre', { hidden: true, tabIndex: 0 }, make('code'));
  const form = make(
    'form',
    {},
    ...inAddress.map(({ label }) => label),
    ...(call.body === undefined ? [] : [body.label]),
    ...(takesSession(call) ? [session.label] : []),
    make(
      'p',
      { className: 'row' },
      make('button', { textContent: `Send to ${keyOf(call)}`, className: 'main-button' }),
    ),
    outcome,
    answer,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = Object.fromEntries(inAddress.map(({ name, input }) => [name, input.value]));
    void send(call, { values, body: body.input.value, session: session.input.value }).then(
      ({ isGood, said, shown }) => {
        outcome.className = `outcome ${isGood ? 'good' : 'bad'}`;
        outcome.textContent = said;
        answer.hidden = shown === undefined;
        answer.firstElementChild!.textContent = shown ?? '';
      },
    );
  });
  return form;
}

function labelled<Input extends HTMLElement>(name: string, input: Input) {
  return { input, label: make('label', {}, name, input) };
}

/** What a visitor may read is often more for a member. */
const takesSession = ({ caller, name }: TriedCall) =>
  caller === 'member' || (caller === 'visitor' && name.startsWith('GET '));

const keyOf = (call: TriedCall) => call.publicKey ?? currentSite().key;

interface Outcome {
  isGood: boolean;
  said: string;
  /** The answer's body. */
  shown?: string;
}

interface Entered {
  values: Record<string, string>;
  body: string;
  session: string;
}

async function send(call: TriedCall, entered: Entered): Promise<Outcome> {
  try {
    if (!(await isInTestMode(keyOf(call))))
      return { isGood: false, said: 'This site is live. Calls are sent from here to sites in test mode only.' };
    const [method = 'GET', pattern = ''] = call.name.split(' ');
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(entered.values[name] ?? ''));
    const query = new URLSearchParams(Object.keys(call.query).map((name) => [name, entered.values[name] ?? '']));
    const response = await fetch(`${path}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: headersOf(call, entered),
      credentials: 'omit',
      redirect: 'manual',
      ...(call.body === undefined ? {} : { body: entered.body }),
    });
    return await outcomeOf(response);
  } catch (error) {
    return { isGood: false, said: `No answer: ${(error as Error).message}` };
  }
}

function headersOf(call: TriedCall, { session }: Entered): Record<string, string> {
  return {
    ...(call.caller === 'open' ? {} : { 'x-api-key': keyOf(call) }),
    ...(takesSession(call) && session ? { authorization: `Bearer ${session.trim()}` } : {}),
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

async function outcomeOf(response: Response): Promise<Outcome> {
  if (response.type === 'opaqueredirect') return { isGood: true, said: 'A redirect, which a page does not see.' };
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as Answer) : undefined;
  const token = json?.data?.tokens?.accessToken;
  if (token !== undefined) keep(sessionName, token);
  const said = `Status ${response.status}${json?.error ? `, ${json.error.code}` : ''}${token === undefined ? '' : '. Calls tried from now on have this session.'}`;
  return { isGood: response.ok, said, shown: json === undefined ? text : JSON.stringify(json, null, 2) };
}

interface Answer {
  data?: { mode?: string; tokens?: { accessToken?: string } };
  error?: { code: string };
}

/** The service says whether a site is in test mode; a key's spelling proves nothing. */
async function isInTestMode(key: string): Promise<boolean> {
  const response = await fetch('/app', { headers: { 'x-api-key': key }, credentials: 'omit' });
  const { data, error } = (await response.json()) as Answer;
  if (error) throw new Error(`${key} is refused: ${error.code}`);
  return data?.mode === 'sandbox';
}
