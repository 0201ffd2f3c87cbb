import { table, WrongWords, type Command, type CommandGroup } from '../../../platform/commands.ts';
import { oneLine } from '../../../platform/one-line.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { listSessions, type ListedSession } from '../../sessions/sessions.ts';
import { endSessionsAs } from '../member-sessions.ts';
import { getNamedMember, type CommandServices } from './command-services.ts';

const takes = ['<site>', '<member>'];
const whom = 'A member is named by id or address.';
const time = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const wayOf = ({ way, provider }: ListedSession) => (way === 'provider' ? (provider ?? way) : (way ?? '-'));

const listCommand: Command<CommandServices> = {
  name: 'sessions list',
  takes,
  about: 'where a member is logged in: since when, last used, by what way, on what',
  details: `${whom} Tokens are never shown: the database does not have them.`,
  async run(services, { words: [siteId, name] }) {
    const member = await getNamedMember(services, siteId!, name!);
    const sessions = await listSessions(services.db, member.id);
    if (sessions.length === 0) return `${member.id} is logged in nowhere.`;
    return table(
      ['id', 'begun', 'last used', 'way in', 'device'],
      sessions.map((each) => [
        each.id,
        time(each.startedAt),
        time(each.lastUsedAt),
        wayOf(each),
        oneLine(each.device) || 'unknown',
      ]),
    );
  },
};

const endCommand: Command<CommandServices> = {
  name: 'sessions end',
  takes,
  about: 'logs a member out everywhere, or out of one session',
  options: { session: { type: 'string', takes: '<id>', about: 'ends this one alone' } },
  details: `${whom} The password and all other ways in stay as they are. It stands in the audit trail.`,
  async run(services, { words: [siteId, name], values: { session } }) {
    const { id: memberId, siteId: site } = await getNamedMember(services, siteId!, name!);
    const { db, actor } = services;
    const sessionId = typeof session === 'string' ? session : undefined;
    if (sessionId !== undefined && !uuid.test(sessionId)) throw noSession(memberId, sessionId);
    try {
      const ended = await endSessionsAs(db, { siteId: site, memberId, sessionId, actor });
      return `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${memberId} ended.`;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'session-not-found') throw noSession(memberId, sessionId!);
      throw error;
    }
  },
};

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const noSession = (memberId: string, id: string) =>
  new WrongWords(`${memberId} has no session ${oneLine(id)}. "sessions list" shows all.`);

/** Members' sessions, for staff: a device was lost, or an account is suspected to be used by another person. */
export const sessionCommands: CommandGroup<CommandServices> = {
  title: 'For a member whose device or account is in the wrong hands',
  commands: [listCommand, endCommand],
};
