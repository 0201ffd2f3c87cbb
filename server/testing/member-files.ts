import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memberFileCommands } from '../membership/administration/commands/member-file-commands.ts';
import { SiteDeclaration } from '../membership/declaration/site-declaration.ts';
import { runCommand } from '../platform/commands.ts';
import { declareSite } from './declare-site.ts';
import { liveSite, startTestMembership, type TestMembership } from './membership.ts';

/** What tests of the commands for members as files have in common. */
export interface MemberFiles {
  product: TestMembership;
  /** Where the commands are typed. */
  folder: string;
  run(words: string[]): Promise<string>;
  /** Writes a file into the folder. @returns its name */
  fileOf(content: string | Buffer): Promise<string>;
  /** Runs an import. @returns what it said, also where it failed */
  importFile(to: string, content: string | Buffer, ...options: string[]): Promise<string>;
  /** What is stored of a site's members with these addresses, by address. */
  rowsOf(siteId: string, emails: string[]): Promise<any[]>;
  countOf(siteId: string): Promise<number>;
  stop(): Promise<void>;
}

const like = (name: string, more: object = {}) =>
  SiteDeclaration.parse({
    ...liveSite,
    id: `app_${name}`,
    publicKey: `pk_${name}`,
    origins: [`https://${name}.example`],
    fields: [
      { key: 'note', label: 'Note', default: 'none' },
      { key: 'active', label: 'Active', type: 'boolean' },
      { key: 'plans', label: 'Plans for the year' },
    ],
    plans: ['friend', 'guest'].map((plan) => ({ id: `pln_${name}_${plan}`, name: plan })),
    ...more,
  });

/**
 * Membership with the sites app_one, app_other and app_rare, with the same fields and plans, app_secret, which hides who
 * has an account, and app_small with two members at most.
 */
export async function startMemberFiles(): Promise<MemberFiles> {
  const product = await startTestMembership();
  const { pool } = product.database;
  for (const declaration of [
    like('one'),
    like('other'),
    like('secret', { privateSignup: true }),
    like('rare'),
    like('small', { memberLimit: 2 }),
  ])
    await declareSite(product.services.db, declaration, product.services.keys);
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-member-files-'));
  let files = 0;
  const run = (words: string[]) =>
    runCommand([memberFileCommands], ['members', ...words], (use) =>
      use({
        ...product.services,
        listPersonalTables: async () => [],
        neededSites: {},
        lendDeletion: (work) => work(product.membership.deletion),
        lendImport: (work) => work(product.membership.importMembers),
        readVariable: () => undefined,
        actor: 'command line (ann)',
        terminal: { print: () => undefined, confirm: undefined, ask: undefined, hasColours: false, folder },
      }),
    );
  const fileOf = async (content: string | Buffer) => {
    const name = `members-${++files}.csv`;
    await writeFile(path.join(folder, name), content);
    return name;
  };
  return {
    product,
    folder,
    run,
    fileOf,
    importFile: async (to, content, ...options) =>
      run(['import', to, await fileOf(content), ...options]).catch((error: Error) => error.message),
    async rowsOf(siteId, emails) {
      const { rows } = await pool.query(
        `select id, email, verified, custom_fields, meta_data, permissions, login_redirect, created_at, password_hash,
          array(select plan_id from plan_connection where member_id = member.id and status = 'ACTIVE' order by plan_id) as plans
        from member where site_id = $1 and email = any($2) order by email`,
        [siteId, emails],
      );
      return rows;
    },
    async countOf(siteId) {
      const { rows } = await pool.query('select count(*) from member where site_id = $1', [siteId]);
      return Number(rows[0].count);
    },
    async stop() {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
