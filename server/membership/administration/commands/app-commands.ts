import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Command, type CommandGroup, WrongWords, table } from '../../../platform/commands.ts';
import { ChangedMeanwhile, applySite, previewSite } from '../../declaration/apply-site.ts';
import type { Change } from '../../sites/change.ts';
import { WrongDeclaration } from '../../declaration/declaration-faults.ts';
import { readDeclarationFile, writeDeclarationFile } from '../../declaration/declaration-file.ts';
import { describeChange } from '../../declaration/describe-change.ts';
import { listSites } from '../../sites/sites.ts';
import type { SiteDeclaration } from '../../declaration/site-declaration.ts';
import { auditCommand, keysCommand, providersCommand } from './access-commands.ts';
import { getDeclared, type CommandServices } from './command-services.ts';
import { removeCommand } from './remove-command.ts';
import { webhooksCommand } from './webhooks-command.ts';

const applyCommand: Command<CommandServices> = {
  name: 'app apply',
  takes: ['<file>'],
  about: 'makes a site exactly what a file says',
  options: {
    yes: { type: 'boolean', about: 'asks nothing' },
    'dry-run': { type: 'boolean', about: 'changes nothing, like app diff' },
  },
  details: `The file is the whole site: what it does not name does not hold. The difference is shown first, and it happens
at once or not at all. A plan or price that members have is not taken away but becomes INACTIVE: it stays for
them. Values of a field that is not named any more stay stored. A running product takes a change over within
10 seconds.`,
  run: (services, { words: [file], values }) =>
    values['dry-run'] ? diff(services, file!) : apply(services, file!, { isSure: values['yes'] === true }),
};

/** The operator's commands about sites. */
export const appCommands: CommandGroup<CommandServices> = {
  title: 'For whoever runs the sites',
  commands: [
    { name: 'app list', about: 'every site', run: showSites },
    {
      name: 'app show',
      takes: ['<id>'],
      about: 'a site as a file that can be applied again',
      details: 'Secrets are not in it; applied again, they stay as they are.',
      run: async (services, { words: [id] }) => writeDeclarationFile(await getDeclared(services, id!)).trimEnd(),
    },
    {
      name: 'app diff',
      takes: ['<file>'],
      about: 'what applying a file would change',
      run: (services, { words: [file] }) => diff(services, file!),
    },
    applyCommand,
    removeCommand,
    keysCommand,
    providersCommand,
    webhooksCommand,
    auditCommand,
  ],
};

async function showSites({ db }: CommandServices): Promise<string> {
  const sites = await listSites(db);
  return table(
    ['id', 'name', 'mode', 'public key', 'plans', 'fields'],
    sites.map(({ id, name, mode, publicKey, plans, fields }) => [
      id,
      name,
      mode,
      publicKey,
      String(plans.length),
      String(fields.length),
    ]),
  );
}

const unchanged = (siteId: string) => `${siteId}: nothing to change.`;

async function diff(services: CommandServices, name: string): Promise<string> {
  const { siteId, changes, readers } = await preview(services, name);
  return [changes.length === 0 ? unchanged(siteId) : show(services, siteId, changes), ...readers].join('\n');
}

async function apply(services: CommandServices, name: string, { isSure }: { isSure: boolean }): Promise<string> {
  const { terminal } = services;
  const wish = await preview(services, name);
  const { siteId, changes, readers } = wish;
  if (changes.length === 0) return unchanged(siteId);
  terminal.print([show(services, siteId, changes), ...readers].join('\n'));
  if (!isSure && !terminal.confirm)
    throw new WrongWords('Nothing was changed: nobody is at a terminal to say yes. Add --yes to do it without asking.');
  if (!isSure && !(await terminal.confirm!(`Apply ${describeCount(changes)} to ${siteId}?`)))
    return 'Nothing was changed.';
  await wish.apply();
  const done = `${siteId}: ${describeCount(changes)} applied.`;
  if (!changes.some(({ path: changed }) => changed.startsWith('authProviders['))) return done;
  return `${done} "npm run intake -- app providers ${siteId}" shows what to register with its providers.`;
}

/** Fields that visitors or members may read, listed at every apply: one changed word discloses the values of all members. */
const describeReaders = ({ fields }: SiteDeclaration): string[] =>
  (
    [
      ['PUBLIC', 'Every visitor'],
      ['MEMBERS', 'Every member'],
    ] as const
  ).flatMap(([visibility, reader]) => {
    const keys = fields.filter((field) => field.visibility === visibility).map(({ key }) => key);
    return keys.length === 0 ? [] : [`  ${reader} can read, beside a member's comments: ${keys.join(', ')}`];
  });

const describeCount = ({ length }: readonly Change[]) => `${length} ${length === 1 ? 'change' : 'changes'}`;

/** The changes a file would make, and the function that applies exactly those. */
async function preview(services: CommandServices, name: string) {
  const { declaration, explain } = readDeclarationFile(name, readFile(services, name));
  const { db, actor, readVariable } = services;
  const wish = { declaration, actor, readVariable };
  const explained = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof WrongDeclaration) throw explain(error);
      if (error instanceof ChangedMeanwhile) throw new WrongWords(`Nothing was changed: ${error.message}`);
      throw error;
    });
  const expected = await explained(previewSite(services, db, wish));
  return {
    siteId: declaration.id,
    readers: describeReaders(declaration),
    changes: expected,
    apply: () => explained(applySite(services, db, { ...wish, expected })),
  };
}

function readFile({ terminal }: CommandServices, name: string): string {
  try {
    return readFileSync(path.resolve(terminal.folder, name), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new WrongWords(code === 'ENOENT' ? `There is no file ${name}.` : `${name} cannot be read: ${message}`);
  }
}

const colours = { added: 32, removed: 31, changed: 33 } as const;

function show({ terminal }: CommandServices, siteId: string, changes: readonly Change[]): string {
  const lines = changes.map((change) => {
    const line = `  ${describeChange(change)}`;
    return terminal.hasColours ? `\u001B[${colours[change.kind]}m${line}\u001B[0m` : line;
  });
  return [siteId, ...lines].join('\n');
}
