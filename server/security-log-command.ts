import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WrongWords, type CommandGroup, type StandaloneCommand, type Typed } from './platform/commands.ts';
import { reportAttack } from './platform/security-events/attack-report.ts';

/** Default threshold: fewer accounts are taken for typing errors in a family or an office. */
const usualAccounts = 5;

const details = `The file is the product's log as a collector keeps it, one JSON object a line; "-" reads it from what is piped in.
Accounts are keyed hashes of an address at a site; the member's id stands beside one that has an account. Staff sign in
at the site "console". What each event means, and what to do about it: docs/security/events.md.`;

/** @param folder the command was typed in */
export function securityLogCommands(folder: string): CommandGroup<never> {
  const command: StandaloneCommand = {
    name: 'security-log',
    takes: ['<file>'],
    about: 'who tried to log in, from where, how often, and which accounts got in',
    options: {
      site: { type: 'string', takes: '<id>', about: 'of this site alone' },
      accounts: {
        type: 'string',
        takes: '<number>',
        about: `shows networks that tried so many accounts of a site, ${usualAccounts} unless given`,
      },
    },
    details,
    runAlone: (typed) => reportFile(folder, typed),
  };
  return { title: 'After an attack', commands: [command] };
}

async function reportFile(folder: string, { words, values }: Typed): Promise<string> {
  const [file] = words;
  const accounts = Number(values['accounts'] ?? usualAccounts);
  if (!Number.isInteger(accounts) || accounts < 1) throw new WrongWords('--accounts takes a whole number from 1 on.');
  const input = file === '-' ? process.stdin : createReadStream(path.resolve(folder, file!));
  const lines = createInterface({ input, crlfDelay: Infinity });
  try {
    return await reportAttack(lines, { site: values['site'] as string | undefined, accounts });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new WrongWords(`There is no file ${file}.`);
  }
}
