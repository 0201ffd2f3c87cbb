import { existsSync } from 'node:fs';
import { runQuietly } from './children.mjs';
import { Problem } from './problem.mjs';
import { announce } from './progress.mjs';

/** Debian's packages of a cluster, each with a program that shows that it is there. */
const programs = {
  postgresql: '/usr/lib/postgresql',
  iproute2: '/usr/sbin/ip',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  pgbackrest: '/usr/bin/pgbackrest',
  // For promtool, which checks the alerts.
  prometheus: '/usr/bin/promtool',
  // For systemd-analyze and logrotate, which check the files that no test runs.
  systemd: '/usr/bin/systemd-analyze',
  logrotate: '/usr/sbin/logrotate',
  // For ps, which tells whose account a process runs under.
  procps: '/usr/bin/ps',
};

/** @returns {string[]} the packages of a cluster that are not installed */
export const missingPackages = () =>
  Object.entries(programs)
    .filter(([, program]) => !existsSync(program))
    .map(([name]) => name);

/**
 * Installs packages without starting the services in them: Debian asks `policy-rc.d` whether it may. The file is removed
 * again after signals too, or no service of this machine would start with its package any more.
 *
 * @param {readonly string[]} packages
 * @param {string} [policy]
 */
export const installScript = (packages, policy = '/usr/sbin/policy-rc.d') => `
  set -e
  # Seconds: for another apt, which Debian runs by itself, and for a network that does not answer.
  patience='-o DPkg::Lock::Timeout=300 -o Acquire::http::Timeout=30'
  policy=${policy}
  if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    # dash ends by a signal without the trap of EXIT.
    trap 'exit 130' HUP INT TERM
    printf '#!/bin/sh\\nexit 101\\n' > $policy
    chmod 755 $policy
  fi
  apt-get $patience update
  apt-get $patience install -y --no-install-recommends ${packages.join(' ')}`;

/**
 * Installs what is missing.
 *
 * @throws {Problem} on other systems and for other accounts than root, with what to install
 */
export async function installClusterPackages() {
  const missing = missingPackages();
  if (process.getuid?.() !== 0)
    throw new Problem('A cluster runs several servers under accounts of their own: start this command as root.');
  if (missing.length === 0) return;
  if (!existsSync('/usr/bin/apt-get'))
    throw new Problem(`A cluster needs packages of Debian: ${missing.join(', ')}. Install them, then run this again.`);
  const done = announce(`Installing ${missing.join(', ')} from the system packages (once)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { code, output } = await runQuietly('sh', ['-c', installScript(missing)], { env });
  if (code !== 0 || missingPackages().length > 0)
    throw new Problem(`${output}\nThe packages ${missing.join(', ')} could not be installed; apt's words are above.`);
  done('Packages installed');
}
