import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, namesIn, production } from '../testing/environment.ts';
import { readEnv } from './env.ts';
import { newId } from './keys.ts';
import { secretVariables } from './secret-files.ts';

describe('a secret in a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'intake-secrets-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const write = async (text: string) => {
    const file = path.join(folder, newId('file-'));
    await writeFile(file, text);
    return file;
  };

  test('is read for every variable that is a secret, without the newline at its end', async () => {
    const secrets = {
      ...production,
      DATABASE_DIRECT_URL: production.DATABASE_URL,
      DATABASE_READ_URL: production.DATABASE_URL,
      FILES_URL: 'https://key:hunter2@files.example/pictures',
      METRICS_TOKEN: 'collector-of-this-test',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hunter2',
    };
    const files: Record<string, string> = {};
    // The owner's address is no part of a running product.
    const ofProduct = secretVariables.filter((name) => name !== 'DATABASE_OWNER_URL');
    for (const name of ofProduct) files[`${name}_FILE`] = await write(`${secrets[name]}\n`);
    const others = Object.entries(secrets).filter(([name]) => !secretVariables.some((each) => each === name));
    expect(readEnv({ ...Object.fromEntries(others), ...files })).toEqual(readEnv(secrets));
  });

  test('and in its variable too is refused', async () => {
    const INTAKE_SECRETS_FILE = await write(production.INTAKE_SECRETS);
    expect(faultsOf({ ...production, INTAKE_SECRETS_FILE })).toEqual([
      'INTAKE_SECRETS and INTAKE_SECRETS_FILE are both set: take one of them away',
    ]);
  });

  test('that cannot be read is named by its variable, with the reason and without the path', async () => {
    const { SMTP_URL: _one, ...rest } = production;
    const of = (SMTP_URL_FILE: string) =>
      faultsOf({ ...rest, SMTP_URL_FILE }).filter((fault) => fault.startsWith('SMTP_URL_FILE'));
    expect(of(path.join(folder, 'hunter2'))).toEqual([
      'SMTP_URL_FILE names a file that cannot be read: it is not there',
    ]);
    expect(of(folder)).toEqual(['SMTP_URL_FILE names a file that cannot be read: it is a directory']);
    expect(of(await write('\n'))).toEqual(['SMTP_URL_FILE names a file that is empty']);
  });

  test('may have secrets in lines of their own, the newest first', async () => {
    const { INTAKE_SECRETS: newest, ...rest } = production;
    const older = '3fNpHa5uEo9VqTz4LmXw8RbK1cYd6GsJ';
    const INTAKE_SECRETS_FILE = await write(`${newest}\r\n${older}\r\n`);
    expect(readEnv({ ...rest, INTAKE_SECRETS_FILE }).secrets).toEqual([newest, older]);
  });

  test('is judged as the variable is', async () => {
    const { INTAKE_SECRETS: _secrets, ...rest } = production;
    expect(namesIn(faultsOf({ ...rest, INTAKE_SECRETS_FILE: await write('a'.repeat(32)) }))).toEqual([
      'INTAKE_SECRETS',
    ]);
  });
});
