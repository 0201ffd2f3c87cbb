import { roles, roleWords, type Role } from '../../../contract/permissions.ts';
import { table, WrongWords, type Command, type CommandGroup, type Typed } from '../../platform/commands.ts';
import { nearestWord } from '../../platform/nearest-word.ts';
import { oneLine } from '../../platform/one-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import { invitationUrl } from '../mails.ts';
import { findByEmail, scopeOf, type GivenRole, type StaffRecord } from '../people/people.ts';
import type { PeopleServices } from '../services.ts';
import { changeRole, inviteStaff, removeStaff, resetStaff, type By } from './change-staff.ts';
import { showAllStaff } from './show-staff.ts';

/** Dependencies of the commands. */
export interface StaffCommandServices extends PeopleServices {
  /** The operator's name, for the audit trail. */
  actor: string;
}

const by = ({ actor }: StaffCommandServices): By => ({ actor });
const takes = ['<email>'];
const role = { type: 'string', takes: roles.join('|'), about: 'what they may do; docs/console.md lists it' } as const;
const scope = {
  sites: { type: 'string', takes: 'app_a,app_b', about: 'ids of the sites they see' },
  partners: { type: 'string', takes: 'uts,vcu', about: 'codes of the partners they see' },
} as const;
const link = { type: 'boolean', about: 'prints the link too, for when no mail arrives' } as const;

const inviteCommand: Command<StaffCommandServices> = {
  name: 'staff invite',
  takes,
  about: 'invites somebody to the console by mail; the first owner begins with this',
  options: { role, ...scope, 'show-link': link },
  details: 'The link works for 72 hours and once. The running product sends the mail.',
  async run(services, { words: [email], values }) {
    const { person, token } = await inWords(
      inviteStaff(services, by(services), { email: email!, ...readRole(values) }),
    );
    return withLink(services, `${person.email} is invited as ${roleWords[person.role].title}.`, { token, values });
  },
};

const listCommand: Command<StaffCommandServices> = {
  name: 'staff list',
  about: 'who is on the staff, with which role and scope, and when they were last there',
  async run({ db }) {
    const people = await showAllStaff(db);
    if (people.length === 0) return 'Nobody is on the staff. "staff invite you@example.org --role owner" begins.';
    return table(
      ['address', 'role', 'scope', 'state', 'last there', 'second factors'],
      people.map((person) => [
        person.email,
        person.role,
        describeScope(person.scope),
        person.state,
        person.lastUsedAt === null ? '-' : `${person.lastUsedAt.slice(0, 16).replace('T', ' ')} UTC`,
        [
          ...(person.passkeys > 0 ? [`${person.passkeys} passkeys`] : []),
          ...(person.hasAuthenticator ? ['authenticator'] : []),
        ].join(', ') || '-',
      ]),
    );
  },
};

const roleCommand: Command<StaffCommandServices> = {
  name: 'staff role',
  takes,
  about: 'gives somebody another role or scope; the last owner stays one',
  options: { role, ...scope },
  async run(services, { words: [email], values }) {
    const { id } = await getNamed(services, email!);
    const person = await inWords(changeRole(services, by(services), { id, ...readRole(values) }));
    return `${person.email} is ${roleWords[person.role].title} now: ${describeScope(scopeOf(person))}.`;
  },
};

const removeCommand: Command<StaffCommandServices> = {
  name: 'staff remove',
  takes,
  about: 'removes somebody, and ends their sessions, links, passkeys and codes at once',
  async run(services, { words: [email] }) {
    const { id } = await getNamed(services, email!);
    await inWords(removeStaff(services, by(services), id));
    return `${oneLine(email!)} is not on the staff any more.`;
  },
};

const resetCommand: Command<StaffCommandServices> = {
  name: 'staff reset',
  takes,
  about: 'lets somebody begin anew who lost phone or password, the last owner too',
  options: { 'show-link': link },
  details:
    'Ends their sessions, password, passkeys, authenticator app and recovery codes, and mails a link that works for 72 hours. Role and scope stay.',
  async run(services, { words: [email], values }) {
    const { id } = await getNamed(services, email!);
    const { person, token } = await inWords(resetStaff(services, by(services), id, { isOperator: true }));
    return withLink(services, `${person.email} has a mail with a link to begin anew.`, { token, values });
  },
};

/** Staff of the console, for the operator. */
export const staffCommands: CommandGroup<StaffCommandServices> = {
  title: 'Staff of the console',
  commands: [inviteCommand, listCommand, roleCommand, removeCommand, resetCommand],
};

function withLink(
  { appUrl }: StaffCommandServices,
  said: string,
  { token, values }: { token: string; values: Typed['values'] },
): string {
  return values['show-link'] === true ? `${said}\n${invitationUrl(appUrl, token)}` : said;
}

/** @throws WrongWords without a role that there is */
function readRole(values: Typed['values']): GivenRole {
  const named = typeof values['role'] === 'string' ? values['role'] : '';
  if (!roles.includes(named as Role)) {
    const nearest = nearestWord(named, roles);
    throw new WrongWords(`--role takes one of ${roles.join(', ')}.${nearest ? ` Did you mean ${nearest}?` : ''}`);
  }
  return { role: named as Role, sites: listIn(values['sites']), partners: listIn(values['partners']) };
}

const listIn = (value: string | boolean | undefined): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean)
    : [];

const describeScope = ({
  sites,
  partners,
}: {
  sites: 'all' | readonly string[];
  partners: 'all' | readonly string[];
}) => (sites === 'all' || partners === 'all' ? 'everything' : [...sites, ...partners].join(', '));

/** @throws WrongWords for an address that is not on the staff */
async function getNamed({ db, membership }: StaffCommandServices, email: string): Promise<StaffRecord> {
  const person = await findByEmail(db, membership.parseEmail(email));
  if (!person) throw new WrongWords(`${oneLine(email)} is not on the staff. "staff list" shows who is.`);
  return person;
}

/** Says in the words of the command line what was refused. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid-scope')
      throw new WrongWords(
        'A site builder needs --sites, admissions and finance need --partners, support and readers at least one of the two; an owner sees everything. "app list" shows the ids of sites.',
      );
    throw error;
  }
}
