import type { Transaction } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import type { Change } from '../sites/change.ts';
import { WrongDeclaration, type Fault } from './declaration-faults.ts';
import type { Site } from '../sites/site.ts';
import type { SecretSource, SiteDeclaration } from './site-declaration.ts';
import { deleteSecret, findSecret, listSecretNames, saveSecret, type SecretName } from '../sites/site-secrets.ts';

/** Reads the environment variable of a secret declared as `{ env: NAME }`. */
export type ReadVariable = (name: string) => string | undefined;

interface Wanted {
  /** Path of the change in the report. */
  path: string;
  /** Path of a fault. */
  at: readonly PropertyKey[];
  source: SecretSource | undefined;
  /** Why a stored secret must not be reused; undefined when it may. */
  refusal: string | undefined;
  isNeeded: boolean;
}

/** Secrets to store: of the declaration, beside the site as it was. */
export interface SecretWish {
  declaration: SiteDeclaration;
  before: Site | undefined;
  readVariable: ReadVariable | undefined;
}

/**
 * Stores the secrets of a declaration. One that is left out stays, as long as it is sent to the same issuer or service;
 * one whose provider is not declared any more is deleted.
 *
 * @returns the names of changed secrets, without values
 * @throws WrongDeclaration for a variable that is not set, and for a secret that is missing
 */
export async function declareSecrets(
  services: Pick<Services, 'keys'>,
  tx: Transaction,
  { declaration, before, readVariable }: SecretWish,
): Promise<Change[]> {
  const siteId = declaration.id;
  const wanted = wantedSecrets(declaration, before);
  const stored = new Set(await listSecretNames(tx, siteId));
  const faults: Fault[] = [];
  const changes: Change[] = [];
  for (const [name, each] of wanted) {
    const value = readSource(each, readVariable, faults);
    if (value === undefined) faults.push(...missing(each, stored.has(name)));
    else if (!(await isTheSame(services, tx, { siteId, name, value }))) {
      await saveSecret(services, tx, siteId, name, value);
      changes.push({ kind: stored.has(name) ? 'changed' : 'added', path: each.path, note: neverShown });
    }
  }
  if (faults.length > 0) throw new WrongDeclaration(faults);
  for (const name of stored)
    if (!wanted.has(name)) {
      await deleteSecret(tx, siteId, name);
      changes.push({ kind: 'removed', path: name, note: neverShown });
    }
  return changes;
}

const neverShown = 'a secret is never shown';

function wantedSecrets(declaration: SiteDeclaration, before: Site | undefined): Map<SecretName, Wanted> {
  const wanted = new Map<SecretName, Wanted>();
  for (const [at, { provider, issuer, clientSecret }] of declaration.authProviders.entries()) {
    const old = before?.authProviders.find((each) => each.provider === provider);
    wanted.set(`provider.${provider}`, {
      path: `authProviders[${provider}].clientSecret`,
      at: ['authProviders', at, 'clientSecret'],
      source: clientSecret,
      // The secret is sent to the issuer, so a changed issuer could steal it.
      refusal: old && old.issuer !== issuer ? 'the issuer is another one now: give its secret' : undefined,
      isNeeded: false,
    });
  }
  const { captcha, captchaRequired, captchaSecret } = declaration;
  if (captcha.service !== 'altcha' || captchaSecret !== undefined)
    wanted.set('captcha', {
      path: 'captchaSecret',
      at: ['captchaSecret'],
      source: captchaSecret,
      refusal:
        before && before.captcha.service !== captcha.service
          ? `the captcha is of ${captcha.service} now: give its secret`
          : undefined,
      isNeeded: captchaRequired,
    });
  return wanted;
}

function readSource(
  { source, at }: Wanted,
  readVariable: ReadVariable | undefined,
  faults: Fault[],
): string | undefined {
  if (source === undefined || typeof source === 'string') return source;
  const value = readVariable?.(source.env);
  if (value !== undefined && value !== '') return value;
  faults.push({
    path: [...at, 'env'],
    message: readVariable
      ? `the environment variable ${source.env} is not set`
      : 'an environment variable can be named in a file that is applied on the server, not here',
  });
  // This fault is reported; the secret does not count as missing, too.
  return undefined;
}

function missing({ source, at, refusal, isNeeded }: Wanted, isStored: boolean): Fault[] {
  if (source !== undefined) return [];
  if (isStored && refusal !== undefined) return [{ path: at, message: refusal }];
  return isNeeded && !isStored ? [{ path: at, message: 'this captcha needs its secret' }] : [];
}

/** Whether the stored secret has this value; false for one that was sealed under a lost key. */
async function isTheSame(
  services: Pick<Services, 'keys'>,
  tx: Transaction,
  { siteId, name, value }: { siteId: string; name: SecretName; value: string },
): Promise<boolean> {
  try {
    return (await findSecret(services, tx, siteId, name)) === value;
  } catch {
    return false;
  }
}
