import { WrongWords } from '../../../platform/commands.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import type { Reports } from '../../../platform/database/reports.ts';
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
import type { MemberImport } from '../member-files/import-members.ts';

/** The operator's terminal. */
export interface Terminal {
  /** Prints text before the command is done. */
  print(text: string): void;
  /** Asks a yes-or-no question; undefined without an interactive terminal (TTY). */
  confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Asks for a line of text; undefined without an interactive terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
  hasColours: boolean;
  /** The working directory of the command. */
  folder: string;
}

/** Dependencies of the operator's commands. */
export interface CommandServices extends ApplyServices {
  db: PooledDatabase;
  reports: Reports;
  sites: Sites;
  /** The product's own origin, to which providers redirect. */
  appUrl: string;
  /** Where every domain stores something about people. Asked for by the one command that needs all features. */
  listPersonalTables(): Promise<readonly PersonalTable[]>;
  /** Ids of sites that other domains depend on, with the reason in a sentence; they cannot be removed. */
  neededSites: Readonly<Record<string, string>>;
  /** Runs `use` with the services a deletion needs, such as the card provider, and closes them after it. */
  lendDeletion<T>(use: (deletion: MemberDeletion) => Promise<T>): Promise<T>;
  /** Runs `use` with the import of members, and closes its services after it. */
  lendImport<T>(use: (importMembers: MemberImport) => Promise<T>): Promise<T>;
  terminal: Terminal;
  readVariable: ReadVariable;
  /** The operator's name, for the audit trail. */
  actor: string;
}

/** A site's declaration by id. @throws WrongWords with the nearest id for an unknown one */
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

/** Of two options that exclude each other. */
export const onlyOne = (one: string, other: string) => new WrongWords(`Take --${one} or --${other}, not both at once.`);

/** A moment in a table; a dash for none. */
export const time = (at: Date | null): string =>
  at === null ? '-' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
