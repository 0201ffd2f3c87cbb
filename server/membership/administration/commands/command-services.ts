import { WrongWords } from '../../../platform/commands.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import type { PersonalTable } from '../../../platform/personal-data.ts';
import { oneLine } from '../../../platform/one-line.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nearestWord } from '../../../platform/nearest-word.ts';
import type { ApplyServices } from '../../declaration/apply-site.ts';
import type { ReadVariable } from '../../declaration/declared-secrets.ts';
import type { SiteDeclaration } from '../../declaration/site-declaration.ts';
import { findDeclared } from '../../declaration/site-state.ts';
import { findMember, type MemberRecord } from '../../members/members.ts';
import { listSites, type Sites } from '../../sites/sites.ts';
import { getMemberId } from '../admin-members.ts';
import type { MemberDeletion } from '../member-deletion.ts';

/** Whoever types, and where. */
export interface Terminal {
  /** Shows something before the command is done. */
  print(text: string): void;
  /** Asks a question that is answered with yes or no; undefined where nobody is there to be asked. */
  confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Asks for a line of text; undefined in the same places. */
  ask: ((question: string) => Promise<string>) | undefined;
  hasColours: boolean;
  /** The folder the command was typed in. */
  folder: string;
}

export interface CommandServices extends ApplyServices {
  db: PooledDatabase;
  sites: Sites;
  /** Our own origin, where providers send people back to. */
  appUrl: string;
  /** Where other domains store something about people. */
  personalTables: readonly PersonalTable[];
  /** Sites that other domains stand on, by id, with the reason in a sentence. */
  neededSites: Readonly<Record<string, string>>;
  /** Opens what a deletion concerns, the card provider above all, for as long as one is under way. */
  lendDeletion<T>(use: (deletion: MemberDeletion) => Promise<T>): Promise<T>;
  terminal: Terminal;
  readVariable: ReadVariable;
  /** Who types, for the audit trail. */
  actor: string;
}

/** @throws WrongWords naming the site that was probably meant */
export async function getDeclared({ db }: CommandServices, id: string): Promise<SiteDeclaration> {
  const declared = await findDeclared(db, id);
  if (declared) return declared;
  const nearest = nearestWord(
    id,
    (await listSites(db)).map((site) => site.id),
  );
  throw new WrongWords(
    `There is no site ${id}. ${nearest === undefined ? '"npm run intake -- app list" shows all.' : `Did you mean ${nearest}?`}`,
  );
}

/** A member by id or address. @throws WrongWords where the site has none of that name */
export async function getNamedMember(services: CommandServices, siteId: string, name: string): Promise<MemberRecord> {
  const { id } = await getDeclared(services, siteId);
  const site = await services.sites.get(id);
  try {
    const memberId = await getMemberId(services, { site, actor: services.actor }, name);
    return (await findMember(services, services.db, memberId))!;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'member-not-found') throw error;
    throw new WrongWords(`${id} has no member ${oneLine(name)}.`);
  }
}
