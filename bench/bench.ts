/** `npm run bench`: measures the product beside a floor, in one run on one machine. Ratios travel; absolute numbers do not. */
import { cpus, totalmem } from 'node:os';
import { measureMembership } from './membership/membership.bench.ts';
import { printTable } from './table.ts';

const help = `npm run bench [-- options]

Measures the membership service beside a bare handler that does the same hash and the same queries on the same
database. Takes about two minutes. Needs no network.

  --seconds N   how long each of the measurements lasts (default 4)
  --rounds N    how often each is repeated, in turns; the median counts (default 3)
  --help        this text`;

const words = process.argv.slice(2);
if (words.includes('--help')) console.log(help);
else await run();

async function run(): Promise<void> {
  const [cpu] = cpus();
  console.log(
    `${new Date().toISOString()}, ${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}\n`,
  );
  const tables = await measureMembership({ seconds: numberAfter('--seconds', 4), rounds: numberAfter('--rounds', 3) });
  for (const table of tables) printTable(table);
}

function numberAfter(option: string, otherwise: number): number {
  const at = words.indexOf(option);
  const value = at < 0 ? otherwise : Number(words[at + 1]);
  if (!Number.isInteger(value) || value < 1) {
    console.error(`${option} takes a whole number.\n\n${help}`);
    process.exit(2);
  }
  return value;
}
