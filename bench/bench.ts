/** `npm run bench`: measures the product beside a floor, in one run on one machine. Ratios travel; absolute numbers do not. */
import { cpus, totalmem } from 'node:os';
import { measureMembership } from './membership/membership.bench.ts';
import { startServers } from './membership/servers.ts';
import { printTable } from './table.ts';
import { measureDialogs } from './widget/dialogs.bench.ts';
import { measureInspector } from './widget/inspector.bench.ts';

const help = `npm run bench [-- options]

Measures the membership service beside a bare handler that does the same hash and the same queries on the same
database, the widget beside a page without it, and the Inspector beside what a look at a page takes at least, in a
browser. Takes about four minutes. Needs no network.

  --only WHAT   membership, widget or inspector
  --seconds N   how long each of the measurements lasts (default 4)
  --rounds N    how often each is repeated, in turns; the median counts (default 3)
  --help        this text`;

const subjects = ['membership', 'widget', 'inspector'];
const words = process.argv.slice(2);
if (words.includes('--help')) console.log(help);
else await run();

async function run(): Promise<void> {
  const [cpu] = cpus();
  console.log(
    `${new Date().toISOString()}, ${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}\n`,
  );
  const rounds = numberAfter('--rounds', 3);
  const only = wordAfter('--only', subjects);
  const servers = await startServers();
  try {
    const isWanted = (subject: string) => only === undefined || only === subject;
    const tables = [
      ...(isWanted('membership')
        ? await measureMembership(servers, { seconds: numberAfter('--seconds', 4), rounds })
        : []),
      ...(isWanted('widget') ? await measureDialogs(servers.productUrl, rounds + 2) : []),
      ...(isWanted('inspector') ? await measureInspector(servers.productUrl, rounds + 2) : []),
    ];
    for (const table of tables) printTable(table);
  } finally {
    await servers.stop();
  }
}

function wordAfter(option: string, known: readonly string[]): string | undefined {
  const at = words.indexOf(option);
  if (at < 0) return undefined;
  const word = words[at + 1] ?? '';
  if (known.includes(word)) return word;
  return stop(`${option} takes one of ${known.join(', ')}.`);
}

function numberAfter(option: string, otherwise: number): number {
  const at = words.indexOf(option);
  const value = at < 0 ? otherwise : Number(words[at + 1]);
  return Number.isInteger(value) && value >= 1 ? value : stop(`${option} takes a whole number.`);
}

function stop(sentence: string): never {
  console.error(`${sentence}\n\n${help}`);
  process.exit(2);
}
