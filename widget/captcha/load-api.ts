import { create } from '../page/dom.ts';
import { unproved } from './unproved.ts';

/** Fetches a captcha service's own script, once, at a sign-up. The page's content security policy has to allow it. */

export type ServiceName = 'hcaptcha' | 'turnstile' | 'recaptcha';

/** The global that each of the three scripts defines. */
export interface Api {
  render: (container: HTMLElement, options: Record<string, unknown>) => unknown;
  /** @param id what `render` answered */
  execute: (id: unknown, options?: { action: string }) => unknown;
  /** Without an id it is about the first widget of the page. */
  reset?: () => unknown;
}

const scripts: Record<ServiceName, { global: string; address: string }> = {
  hcaptcha: { global: 'hcaptcha', address: 'https://js.hcaptcha.com/1/api.js' },
  turnstile: { global: 'turnstile', address: 'https://challenges.cloudflare.com/turnstile/v0/api.js' },
  recaptcha: { global: 'grecaptcha', address: 'https://www.google.com/recaptcha/api.js' },
};
const loadedWithinMs = 15_000;
const loading = new Map<ServiceName, Promise<Api>>();

/** @throws Error with a sentence for people; the next one tries again */
export function loadApi(name: ServiceName): Promise<Api> {
  const own = findApi(name);
  if (own) return Promise.resolve(own);
  const api =
    loading.get(name) ??
    load(name).catch((error: unknown) => {
      loading.delete(name);
      throw error;
    });
  loading.set(name, api);
  return api;
}

/** The page may use the service itself. */
export function findApi(name: ServiceName): Api | undefined {
  const api = (window as unknown as Record<string, Partial<Api> | undefined>)[scripts[name].global];
  return typeof api?.render === 'function' ? (api as Api) : undefined;
}

async function load(name: ServiceName): Promise<Api> {
  const ready = `intakeCaptcha_${name}`;
  const page = window as unknown as Record<string, unknown>;
  const script = create('script') as HTMLScriptElement;
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(unproved('The check against robots does not answer. Please try again.'));
      late = setTimeout(fail, loadedWithinMs);
      page[ready] = () => resolve();
      script.addEventListener('error', fail);
      script.src = `${scripts[name].address}?render=explicit&onload=${ready}`;
      Node.prototype.appendChild.call(document.documentElement, script);
    });
  } finally {
    clearTimeout(late);
    delete page[ready];
    script.remove();
  }
  const api = findApi(name);
  if (!api) throw unproved('The check against robots does not answer. Please try again.');
  return api;
}
