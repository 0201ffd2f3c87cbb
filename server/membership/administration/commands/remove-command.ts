import { WrongWords, type Command } from '../../../platform/commands.ts';
import { getDeclared, type CommandServices } from './command-services.ts';
import { describeHoldings, removeSite, requireRemovable, SiteNeeded } from '../site-removal.ts';

/** `app remove`: deletes a site with its members. */
export const removeCommand: Command<CommandServices> = {
  name: 'app remove',
  takes: ['<id>'],
  about: 'ends a site, with its members and everything that belongs to it',
  options: { yes: { type: 'boolean', about: 'asks nothing' } },
  details: `The id is asked for once more before. It cannot be undone: keep what "app show" and "members export" print, if somebody
may want it. A site at which money is under way stays, and so does the portal's. What was paid stays in the books under ids
that lead nowhere, and "app audit" still tells who did what to the site.`,
  async run(services, { words: [id], values }) {
    const { db, actor, sites } = services;
    const site = await getDeclared(services, id!);
    const reason = services.neededSites[site.id];
    if (reason !== undefined) throw new WrongWords(`${site.id} was not removed: ${reason}`);
    const holdings = await describeHoldings(db, site.id);
    return explained(async () => {
      await requireRemovable(db, site.id);
      if (values['yes'] !== true && !(await confirmRemoval(services, site, holdings))) return 'Nothing was changed.';
      await removeSite(db, { siteId: site.id, actor });
      sites.refresh();
      return `${site.id} is removed, with ${holdings}. A running product notices within 10 seconds.`;
    });
  },
};

async function explained(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SiteNeeded) throw new WrongWords(error.message);
    throw error;
  }
}

async function confirmRemoval(
  { terminal }: CommandServices,
  { id, name }: { id: string; name: string },
  holdings: string,
): Promise<boolean> {
  if (!terminal.ask)
    throw new WrongWords(
      `${id} was not removed: nobody is at a terminal to say yes. Add --yes to do it without asking.`,
    );
  terminal.print(`${name} goes for good, with ${holdings}.`);
  return (await terminal.ask(`Type ${id} to remove it: `)) === id;
}
