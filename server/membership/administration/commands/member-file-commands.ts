import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { table, WrongWords, type Command, type CommandGroup } from '../../../platform/commands.ts';
import { oneLine } from '../../../platform/one-line.ts';
import { exportMembers, readMembers } from '../member-files/export-members.ts';
import type { ImportFault } from '../member-files/import-faults.ts';
import type { ImportReport } from '../member-files/import-members.ts';
import type { FiledMember, MemberFilter } from '../member-files/member-files.store.ts';
import { getDeclared, time, type CommandServices } from './command-services.ts';

const filterOptions = {
  plan: { type: 'string', takes: '<id>', about: 'only members who have this plan now' },
  verified: { type: 'string', takes: 'yes', about: 'only members who have proved their address; "no": only others' },
  field: { type: 'string', takes: '<key>=<value>', about: 'only members whose custom field has this value' },
  since: { type: 'string', takes: '2026-01-31', about: 'only members who joined on this day or later (UTC)' },
} as const;

/** Rows of the table; a terminal shows no more at a time. */
const shownMost = 50;

const listCommand: Command<CommandServices> = {
  name: 'members list',
  takes: ['<site>'],
  about: `the first ${shownMost} members of a site, in the order they joined`,
  options: filterOptions,
  details: 'Every member, with all values: "members export-all".',
  async run(services, { words: [siteId], values }) {
    const { id } = await getDeclared(services, siteId!);
    const members: FiledMember[] = [];
    for await (const page of readMembers(services, 'members list', id, readFilter(values))) {
      members.push(...page);
      if (members.length > shownMost) break;
    }
    if (members.length === 0) return `${id} has no such members.`;
    const rows = members
      .slice(0, shownMost)
      .map((member) => [
        member.id,
        member.email,
        member.verified ? 'yes' : 'no',
        time(member.createdAt),
        [...member.freePlans, ...member.paidPlans].join(' ') || '-',
      ]);
    const more = members.length > shownMost ? ['There are more. "members export-all" writes all to a file.'] : [];
    return [table(['id', 'email', 'verified', 'joined', 'plans'], rows), ...more].join('\n');
  },
};

const exportAllCommand: Command<CommandServices> = {
  name: 'members export-all',
  takes: ['<site>'],
  about: 'the members of a site as a CSV file, without passwords',
  options: {
    to: { type: 'string', takes: '<file>', about: 'the new file, which nobody else may read; needed' },
    ...filterOptions,
  },
  details: `"members import" reads the file again. A cell that a spreadsheet would take for a formula has an apostrophe before it, as has
an empty text; the import takes it away. JSON documents, pictures, teams and payments are not in it: "members export" has all of
one member. It stands in the audit trail.`,
  async run(services, { words: [siteId], values: { to, ...values } }) {
    const { id } = await getDeclared(services, siteId!);
    if (typeof to !== 'string') throw new WrongWords('Say where to: --to <file>.');
    const site = await services.sites.get(id);
    const filter = readFilter(values);
    const file = path.resolve(services.terminal.folder, to);
    const target = await openNew(file, to);
    let members = 0;
    const pieces = async function* () {
      for await (const piece of exportMembers(services, { site, actor: services.actor }, filter)) {
        members += piece.members;
        yield piece.text;
      }
    };
    try {
      // One piece at a time: the default keeps sixteen in memory.
      await pipeline(Readable.from(pieces(), { highWaterMark: 1 }), target.createWriteStream());
    } catch (error) {
      // Half a file would be taken for the whole.
      await rm(file, { force: true });
      throw error;
    }
    return `${members} ${members === 1 ? 'member' : 'members'} of ${id} in ${to}.`;
  },
};

async function openNew(file: string, name: string) {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new WrongWords(
      code === 'EEXIST' ? `There is a file ${name} already.` : `${name} cannot be written: ${message}`,
    );
  }
}

function readFilter({ plan, verified, field, since }: Readonly<Record<string, unknown>>): MemberFilter {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const [key, ...value] = text(field)?.split('=') ?? [];
  if (field !== undefined && value.length === 0) throw new WrongWords('--field takes <key>=<value>.');
  if (verified !== undefined && verified !== 'yes' && verified !== 'no')
    throw new WrongWords('--verified takes yes or no.');
  const day = text(since);
  const at = day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
  if (at && (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day!)))
    throw new WrongWords('--since takes a day: 2026-01-31.');
  return {
    planId: text(plan),
    verified: verified === undefined ? undefined : verified === 'yes',
    field: key === undefined ? undefined : { key, value: value.join('=') },
    since: at,
  };
}

const importCommand: Command<CommandServices> = {
  name: 'members import',
  takes: ['<site>', '<file.csv>'],
  about: 'members from a CSV file of another system; without --apply it only says what would happen',
  options: {
    apply: { type: 'boolean', about: 'does it' },
    update: { type: 'boolean', about: 'members who are there already get the file’s values too' },
    'skip-faults': { type: 'boolean', about: 'applies the rows without faults although others have some' },
  },
  details: `The first row names the columns: email, and any of verified, created, plans (free ones by id, with spaces between), permissions,
login-redirect, metadata (JSON), password-hash (argon2, bcrypt, scrypt, PBKDF2), and custom fields by key, or as field:<key>.
An empty cell is no value. Nobody gets a mail; webhooks are told of each member. An existing member keeps address, password and
"verified", plans are only added, and one who has not proved their address is left as they are: another person may have made the
account. Run it again if it was interrupted: no member is made twice. It stands in the audit trail.
docs/sites.md explains the file.`,
  failsWith: 1,
  async run(services, { words: [siteId, name], values }) {
    const { id } = await getDeclared(services, siteId!);
    const site = await services.sites.get(id);
    const file = path.resolve(services.terminal.folder, name!);
    const isApplied = values['apply'] === true;
    const report = await services.lendImport((importMembers) =>
      importMembers(
        { site, actor: services.actor },
        {
          open: () => readNamed(file, name!),
          isApplied,
          mayUpdate: values['update'] === true,
          skipsFaults: values['skip-faults'] === true,
          onProgress: (rows, isWriting) => {
            if (rows % progressRows !== 0) return;
            services.terminal.print(`${rows} rows ${isWriting ? 'applied' : 'looked at'} …`);
          },
        },
      ),
    );
    const said = describe(report);
    if (isApplied && report.faulty > 0) throw new WrongWords(said);
    return said;
  },
};

/** Rows between two lines of progress. */
const progressRows = 50_000;

/** Around the file alone: a lost connection to the database fails with the syscall `read` too. */
async function* readNamed(file: string, name: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new WrongWords(code === 'ENOENT' ? `There is no file ${name}.` : `${name} cannot be read: ${message}`);
  }
}

function describe(report: ImportReport): string {
  const counts: (readonly [number, string])[] = [
    [report.created, report.isApplied ? 'created' : 'to create'],
    [report.updated, report.isApplied ? 'updated' : 'to update'],
    [report.unchanged, 'unchanged: they have these values'],
    [report.present, 'there already, and left as they are; --update gives them the file’s values'],
    [
      report.unproved,
      'there already without a proved address, and left as they are: another person may have made them',
    ],
    [report.faulty, 'with faults'],
  ];
  return [
    ...(report.faults.length === 0 ? [] : [faultTable(report.faults)]),
    ...(report.faulty > report.faults.length ? ['There are more faults. Only the first are listed.'] : []),
    `${report.rows} ${report.rows === 1 ? 'row' : 'rows'}:`,
    ...counts.filter(([count]) => count > 0).map(([count, what]) => `  ${count} ${what}`),
    endOf(report),
  ].join('\n');
}

function endOf({ faulty, isWhole, isApplied: isDone }: ImportReport): string {
  if (isDone) return faulty > 0 ? 'The rows with faults were left out. Mend them and run it again.' : 'Done.';
  if (!isWhole) return 'Nothing was changed: the file cannot be read to its end. Mend it and run this again.';
  if (faulty > 0) return 'Nothing was changed. Mend the file, or leave these rows out with --apply --skip-faults.';
  return 'Nothing was changed. With --apply it is done.';
}

const faultTable = (faults: readonly ImportFault[]): string =>
  table(
    ['line', 'column', 'fault', 'what to do'],
    faults.map(({ line, column, code, message }) => [String(line), oneLine(column ?? '-').slice(0, 40), code, message]),
  );

/** The operator's commands for all members of a site at once. */
export const memberFileCommands: CommandGroup<CommandServices> = {
  title: 'For moving members into a site and out of it',
  commands: [importCommand, listCommand, exportAllCommand],
};
