import { WrongWords, type Command, type CommandGroup } from '../../../platform/commands.ts';
import { limits } from '../../../../contract/limits.ts';
import { liftSuspensionAs, suspendMemberAs } from '../suspension.ts';
import { getNamedMember, type CommandServices } from './command-services.ts';

const takes = ['<site>', '<member>'];
const whom = 'A member is named by id or address.';
const because = { reason: { type: 'string', takes: '<text>', about: 'why; it stands in the audit trail' } } as const;

const suspendCommand: Command<CommandServices> = {
  name: 'members suspend',
  takes,
  about: 'closes every way in to a member, and ends their sessions',
  options: because,
  details: `${whom} It needs --reason. Plans and subscriptions go on, and what the member wrote stays. The member
reads at the log-in that the account is suspended. "members reinstate" lifts it.`,
  async run(services, { words: [siteId, name], values: { reason } }) {
    const text = typeof reason === 'string' ? reason.trim() : '';
    if (text === '') throw new WrongWords('Say why, with --reason "…": it stands in the audit trail.');
    if (text.length > limits.reasonMaxLength)
      throw new WrongWords(`The reason is longer than ${limits.reasonMaxLength} characters.`);
    const member = await getNamedMember(services, siteId!, name!);
    const site = await services.sites.get(member.siteId);
    const ended = await suspendMemberAs(services, { site, actor: services.actor, reason: text }, member.id);
    return `${member.id} is suspended. ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`;
  },
};

const reinstateCommand: Command<CommandServices> = {
  name: 'members reinstate',
  takes,
  about: 'lifts the suspension of a member',
  options: because,
  details: `${whom} The member logs in again as before.`,
  async run(services, { words: [siteId, name], values: { reason } }) {
    const member = await getNamedMember(services, siteId!, name!);
    const site = await services.sites.get(member.siteId);
    const by = { actor: services.actor, reason: typeof reason === 'string' ? reason : undefined };
    await liftSuspensionAs(services, { site, ...by }, member.id);
    return `${member.id} may log in again.`;
  },
};

/** The operator's commands for a member who is to stay out. */
export const suspensionCommands: CommandGroup<CommandServices> = {
  title: 'For a member who is to stay out',
  commands: [suspendCommand, reinstateCommand],
};
