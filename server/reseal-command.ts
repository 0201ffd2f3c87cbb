import { membershipSealed } from './membership/sealed-values.ts';
import { table, type Command, type CommandGroup } from './platform/commands.ts';
import type { Database } from './platform/database/database.ts';
import type { Keys } from './platform/keys.ts';
import { sealedMails } from './platform/mail.ts';
import { sealedAuthenticators } from './platform/second-factor/authenticator-codes.ts';
import { countSealed, reseal, type SealCount, type SealedColumn } from './platform/sealed-values.ts';

/** The dependencies of `reseal`. */
export interface ResealServices {
  db: Database;
  keys: Keys;
  /** Number of secrets beside the newest. */
  olderSecrets: number;
  terminal: { print(text: string): void };
}

/** Every column with sealed values. */
export const sealedColumns: readonly SealedColumn[] = [...membershipSealed, sealedAuthenticators, sealedMails];

/** Rows between two progress lines. */
const toldEvery = 10_000;

const resealCommand: Command<ResealServices> = {
  name: 'reseal',
  about: 'seals under the newest secret of INTAKE_SECRETS what older ones have sealed',
  options: { count: { type: 'boolean', about: 'changes nothing, and counts what is left' } },
  details: `After another secret was put in front of INTAKE_SECRETS and every process started again with it. It can be ended and
begun again at any moment, beside a running product, and says when the older secrets may go.`,
  async run(services, { values }) {
    if (values['count'] !== true) await resealAll(services);
    const counts = await Promise.all(sealedColumns.map((column) => countSealed(services, column)));
    return `${describeCounts(counts)}\n\n${conclude(services, counts)}`;
  },
};

/** The operator's commands about the product's secrets. */
export const resealCommands: CommandGroup<ResealServices> = {
  title: 'For whoever keeps the service’s secrets',
  commands: [resealCommand],
};

async function resealAll(services: ResealServices): Promise<void> {
  for (const column of sealedColumns) {
    let told = 0;
    const { older } = await reseal(services, column, (read) => {
      if (read - told < toldEvery) return;
      told = read;
      services.terminal.print(`${column.table}: ${read} rows read`);
    });
    services.terminal.print(`${nameOf(column)}: ${older} sealed anew`);
  }
}

const nameOf = ({ table: name, column }: SealedColumn) => `${name}.${column}`;

const describeCounts = (counts: readonly SealCount[]): string =>
  table(
    ['values', 'newest secret', 'older secrets', 'cannot be opened'],
    sealedColumns.map((column, at) => {
      const { newest, older, lost } = counts[at]!;
      return [nameOf(column), ...[newest, older, lost].map(String)];
    }),
  );

function conclude({ olderSecrets }: ResealServices, counts: readonly SealCount[]): string {
  const older = counts.reduce((sum, each) => sum + each.older, 0);
  const lost = counts.reduce((sum, each) => sum + each.lost, 0);
  if (lost > 0)
    return `${lost} cannot be opened: they were sealed under a secret that INTAKE_SECRETS does not name. Add it at the end and run this again. If it is lost, apply the sites with their secrets again and rotate their webhooks.`;
  if (older > 0)
    return `${older} are sealed under older secrets: these must stay. Run this again without --count; if that leaves some, a process still runs without the newest secret.`;
  if (olderSecrets === 0) return 'INTAKE_SECRETS names no older secret.';
  return 'Nothing is sealed under an older secret. They may go from INTAKE_SECRETS once every process runs with the newest and nobody needs what the older ones signed: codes for ten minutes, known devices for 180 days, links that end the mails of a discussion for ever.';
}
