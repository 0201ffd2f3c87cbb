import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WrongWords, type Command, type CommandGroup } from '../../../platform/commands.ts';
import { transaction } from '../../../platform/database/database.ts';
import { oneLine } from '../../../platform/one-line.ts';
import { readPersonalData } from '../../../platform/personal-data.ts';
import type { MemberRecord } from '../../members/members.ts';
import { recordAct } from '../../audit/audit.ts';
import { getNamedMember, type CommandServices } from './command-services.ts';
import { findMemberTables } from './member-tables.store.ts';

const takes = ['<site>', '<member>'];
const whom = 'A member is named by id or address.';

const exportCommand: Command<CommandServices> = {
  name: 'members export',
  takes,
  about: 'everything that is stored about a member, as JSON',
  options: { to: { type: 'string', takes: '<file>', about: 'writes it to a new file that nobody else may read' } },
  details: `${whom} It is what the database holds, table by table, without what only opens something: hashes of
passwords, codes and links. Of mails there is what they were and when. A picture is named by its address. What is stored under
an address alone is in it where the member has proved the address. That it was exported stands in the audit trail.`,
  async run(services, { words: [siteId, name], values: { to } }) {
    const member = await getNamedMember(services, siteId!, name!);
    const text = await exportMember(services, member);
    if (typeof to !== 'string') return text;
    await writeNew(services, to, text);
    return `Everything about ${member.id} is in ${to}.`;
  },
};

const deleteCommand: Command<CommandServices> = {
  name: 'members delete',
  takes,
  about: 'ends a membership and takes everything of the member away',
  options: { yes: { type: 'boolean', about: 'asks nothing' } },
  details: `${whom} Running subscriptions end, and what the site's webhooks were told of them is forgotten. Card pages that
are open end at the card provider first. Money that is on its way, or that has bought no seat, goes back by itself; money
that has bought a seat stays until staff decide, and "reviews" lists it. Payments stay in the books, under an id that leads
nowhere. It cannot be undone: export first what somebody may want to have.`,
  run(services, { words: [siteId, name], values }) {
    return services.lendDeletion(async (deletion) => {
      const { actor, sites } = services;
      const member = await getNamedMember(services, siteId!, name!);
      const consequences = await deletion.explain(member.id);
      if (values['yes'] !== true && !(await confirmDeletion(services, member, consequences)))
        return 'Nothing was changed.';
      const administration = { site: await sites.get(member.siteId), actor };
      const { checkoutsEnded } = await deletion.deleteMember(administration, member.id);
      return [`${member.id} is deleted.`, ...consequences, ...(checkoutsEnded ? [] : [providerAway])].join('\n');
    });
  },
};

const providerAway =
  'The card provider did not answer. What could still be paid is ended as soon as it does; what is paid before goes back.';

async function confirmDeletion(
  { terminal }: CommandServices,
  member: MemberRecord,
  consequences: readonly string[],
): Promise<boolean> {
  const said = `${member.id} (${oneLine(member.email)}, a member since ${member.createdAt.toISOString().slice(0, 10)})`;
  if (!terminal.confirm)
    throw new WrongWords(
      `${said} was not deleted: nobody is at a terminal to say yes. Add --yes to do it without asking.`,
    );
  for (const consequence of consequences) terminal.print(consequence);
  return terminal.confirm(`Delete ${said} for good?`);
}

/** The operator's commands for a member's requests for access and erasure (GDPR 15, 17). */
export const memberCommands: CommandGroup<CommandServices> = {
  title: 'For a member who asks what is stored, or wants to be forgotten',
  commands: [exportCommand, deleteCommand],
};

/** One transaction: a consistent snapshot, and its entry in the audit trail. */
const exportMember = async (
  { db, listPersonalTables, actor }: CommandServices,
  member: MemberRecord,
): Promise<string> => {
  const named = await listPersonalTables();
  return transaction(db, async (tx) => {
    const { id: memberId, siteId, email, verified } = member;
    await recordAct(tx, { siteId, actor, action: 'member.exported', subject: memberId });
    const stored = await readPersonalData(tx, [...named, ...(await findMemberTables(tx, named))], {
      memberId,
      siteId,
      provedEmail: verified ? email : null,
    });
    return JSON.stringify({ site: siteId, member: memberId, stored }, null, 2);
  });
};

async function writeNew({ terminal }: CommandServices, name: string, text: string): Promise<void> {
  try {
    await writeFile(path.resolve(terminal.folder, name), `${text}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new WrongWords(
      code === 'EEXIST' ? `There is a file ${name} already.` : `${name} cannot be written: ${message}`,
    );
  }
}
