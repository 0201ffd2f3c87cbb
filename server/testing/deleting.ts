import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createSecretKey } from '../membership/administration/secret-keys.ts';
import { programEnvironment } from './process.ts';
import { eventually, type Student, type TestProduct } from './product.ts';

const program = fileURLToPath(new URL('../command.ts', import.meta.url));
const site = { id: 'app_enrolment', mode: 'sandbox' } as const;

/** The three ways in which a student is deleted. */
export interface Deleting {
  /** Types the real command, in a process of its own. Returns what it said. */
  byCommand(student: Student): Promise<string>;
  /** By the secret key of the site's own server. */
  byServer(student: Student): Promise<string>;
  /** By the member's own press, at a site that allows it. */
  byOwnPress(student: Student): Promise<string>;
}

/** Prepares a running product for all three. */
export async function createDeleting(product: TestProduct): Promise<Deleting> {
  const { database, call, url } = product;
  const { key } = await createSecretKey(database.db, { site, label: 'a test', actor: 'a test' });
  await database.pool.query(
    `update site set settings = settings || '{"allowMemberSelfDelete": true}' where id = 'app_enrolment'`,
  );
  await eventually(async () => (await call('GET', '/app')).body.data.allowMemberSelfDelete === true);
  const require200 = ({ status, body }: Awaited<ReturnType<typeof call>>) => {
    if (status !== 200) throw new Error(`deleting answered ${status}: ${JSON.stringify(body)}`);
    return JSON.stringify(body);
  };
  return {
    async byCommand({ memberId }) {
      const child = spawn(process.execPath, [program, 'members', 'delete', site.id, memberId, '--yes'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...programEnvironment(), ...database.variables, PORT: new URL(url).port },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
      const [code] = (await once(child, 'close')) as [number];
      if (code !== 0) throw new Error(`deleting ended with ${code}: ${said}`);
      return said;
    },
    byServer: async ({ memberId }) =>
      require200(await call('DELETE', `/admin/members/${memberId}`, { headers: { 'x-api-key': key } })),
    byOwnPress: async ({ token }) => require200(await call('DELETE', '/member', { token })),
  };
}
