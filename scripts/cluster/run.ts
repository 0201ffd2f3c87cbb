import { startCluster, type Cluster } from './cluster.ts';

/** Runs a cluster until it is told to stop. */
const running: { cluster?: Cluster; stopping?: Promise<void> } = {};
const stop = async () => {
  await running.cluster?.stop();
  process.exit(0);
};
// One key press is up to three signals: the group's, npm's and that of the command that started us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void (running.stopping ??= stop()));

running.cluster = await startCluster({ port: Number(process.env['PORT'] || 4000) });
const { databases, folder, plainUrl, processes, url } = running.cluster;
console.log(`
  Intake is ready: ${url}/   (its certificate is for this run alone)

  Plain HTTP ${plainUrl}/   (leads there)
  Processes  ${processes.map((each) => each.url).join('\n             ')}
  Database   ${databases.nodes.map(({ name, machine }) => `${name} at ${machine.address}:5432, state at http://${machine.address}:8008/cluster`).join('\n             ')}
  Mailbox    ${url}/dev/mail   (no mail leaves this machine)
  Logs       ${folder}

  Ctrl-C stops it, and throws its data away.
`);
