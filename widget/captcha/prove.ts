import type { App } from '../../contract/site.ts';
import { work } from './own-proof.ts';
import { askService } from './services.ts';

/**
 * Proves to the service that a sign-up comes from a person: by work of the browser, or by the captcha service of the
 * site's choice.
 *
 * @param service ours, with the key of the site
 * @returns the proof, good once
 * @throws Error with a sentence for people, when there is none
 */
export const prove = (captcha: App['captcha'], service: { domain: string; publicKey: string }): Promise<string> =>
  captcha.service === 'altcha' ? work(captcha, service) : askService(captcha.service, captcha.siteKey ?? '');
