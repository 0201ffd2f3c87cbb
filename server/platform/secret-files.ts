import { readFileSync } from 'node:fs';

type Source = Readonly<Record<string, string | undefined>>;

/** Variables that hold a secret or an address with a password in it. Each may be given as a file: `SMTP_URL_FILE`. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'FILES_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'INTAKE_SECRETS',
] as const;

const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';

/** An unusable secret; the message names the variable and never a value or a path. */
export class WrongSecretFile extends Error {}

/**
 * Reads a variable, or the file that `<name>_FILE` names. One trailing newline is stripped: editors and `openssl rand`
 * write one.
 *
 * @returns undefined when neither is set
 * @throws WrongSecretFile when both are set, or the file cannot be read or is empty
 */
export function readSecret(source: Source, name: string): string | undefined {
  const given = source[name];
  const file = source[`${name}_FILE`];
  if (!isSet(file)) return isSet(given) ? given : undefined;
  if (isSet(given)) throw new WrongSecretFile(`${name} and ${name}_FILE are both set: take one of them away`);
  const secret = readText(name, file).replace(/\r?\n$/, '');
  if (secret === '') throw new WrongSecretFile(`${name}_FILE names a file that is empty`);
  return secret;
}

const reasons: Record<string, string> = {
  ENOENT: 'it is not there',
  EACCES: 'this account may not read it',
  EPERM: 'this account may not read it',
  EISDIR: 'it is a directory',
};

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw new WrongSecretFile(`${name}_FILE names a file that cannot be read: ${reasons[code] ?? code}`);
  }
}

/** Replaces `_FILE` variables by their files' contents. @returns the variables and the faults */
export function takeSecretFiles(source: Source): { variables: Record<string, string>; faults: string[] } {
  const variables = Object.fromEntries(
    Object.entries(source).filter((each): each is [string, string] => isSet(each[1])),
  );
  const faults: string[] = [];
  for (const name of secretVariables)
    try {
      const secret = readSecret(source, name);
      if (secret !== undefined) variables[name] = secret;
    } catch (error) {
      if (!(error instanceof WrongSecretFile)) throw error;
      faults.push(error.message);
    }
  return { variables, faults };
}
