import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onServer, withAccount, withDatabase } from './database.ts';
import { programEnvironment } from './process.ts';

const program = fileURLToPath(new URL('../command.ts', import.meta.url));

/** An empty database of an owner who is no superuser, as a hosted PostgreSQL gives one. */
export interface OwnedDatabase {
  /** Of the server's administrator. */
  adminUrl: string;
  ownerUrl: string;
  /** Of an account that does not exist yet. */
  productUrl: string;
  owner: string;
  product: string;
  drop(): Promise<void>;
}

export async function createOwnedDatabase(): Promise<OwnedDatabase> {
  const server = process.env['INTAKE_TEST_SERVER']!;
  const name = `intake_test_${randomBytes(6).toString('hex')}`;
  const [owner, product] = [`${name}_owner`, `${name}_product`];
  const [adminUrl, ownerUrl, productUrl] = [server, withAccount(server, owner), withAccount(server, product)].map(
    (url) => withDatabase(url, name),
  ) as [string, string, string];
  await onServer(server, `create role ${owner} login createrole password '${new URL(ownerUrl).password}'`);
  await onServer(server, `create database ${name} owner ${owner}`);
  return {
    adminUrl,
    ownerUrl,
    productUrl,
    owner,
    product,
    async drop() {
      await onServer(server, `drop database ${name} with (force)`);
      await onServer(server, `drop role if exists ${product}`);
      await onServer(server, `drop role ${owner}`);
    },
  };
}

/** Types `intake migrate` in a process of its own. */
export async function typeMigrate(variables: Record<string, string>) {
  const child = spawn(process.execPath, [program, 'migrate'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), ...variables },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said: said.trim() };
}
