/** `npm run bench`: measures the product beside a floor, in one run on one machine. Ratios travel; absolute numbers do not. */
import { cpus, totalmem } from 'node:os';
import { readOptions } from '../scripts/lib/options.mjs';
import { Problem, runMain } from '../scripts/lib/problem.mjs';
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
await runMain(main);

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const options = readOptions('npm run bench', { only: text, seconds: text, rounds: text });
  if (options['help']) {
    console.log(help);
    return 0;
  }
  const only = options['only'] as string | undefined;
  if (only !== undefined && !subjects.includes(only)) throw new Problem(`--only takes one of ${subjects.join(', ')}.`);
  const [seconds, rounds] = [wholeNumber(options, 'seconds', 4), wholeNumber(options, 'rounds', 3)];
  await measure(only, seconds, rounds);
  return 0;
}

async function measure(only: string | undefined, seconds: number, rounds: number): Promise<void> {
  const [cpu] = cpus();
  console.log(
    `${new Date().toISOString()}, ${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}\n`,
  );
  const servers = await startServers();
  try {
    const isWanted = (subject: string) => only === undefined || only === subject;
    const tables = [
      ...(isWanted('membership') ? await measureMembership(servers, { seconds: seconds, rounds }) : []),
      ...(isWanted('widget') ? await measureDialogs(servers.productUrl, rounds + 2) : []),
      ...(isWanted('inspector') ? await measureInspector(servers.productUrl, rounds + 2) : []),
    ];
    for (const table of tables) printTable(table);
  } finally {
    await servers.stop();
  }
}

function wholeNumber(options: ReturnType<typeof readOptions>, name: string, otherwise: number): number {
  const value = Number(options[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 1) throw new Problem(`--${name} takes a whole number.`);
  return value;
}
