import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from './network.ts';

/** What to run. */
export interface ServiceOptions {
  name: string;
  command: readonly [string, ...string[]];
  /** Where it writes its log. */
  folder: string;
  environment?: Record<string, string>;
  workingFolder?: string;
  /** The account it runs under; that of this process unless given. */
  account?: string;
  /** The machine it runs on; the network of this process unless given. */
  machine?: Machine;
  /** Starts it again whenever it ends by itself, as systemd does with Restart=always. */
  isKept?: boolean;
}

/** One program of the cluster, with its log in a file. */
export interface Service {
  readonly name: string;
  readonly pid: number | undefined;
  start(): void;
  /** Sends a signal and waits for the end. A kept service is started again at once. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it, in order unless by another signal, and starts it again once the work is done. */
  pause(work: () => Promise<void>, signal?: NodeJS.Signals): Promise<void>;
  /** Ends it for good. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Those that run. None outlives this process: PostgreSQL ends with its Patroni. */
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGTERM')));

/** Milliseconds until a kept service is started again: RestartSec of deploy/intake@.service. */
const restartMs = 200;

export function createService({ isKept = false, ...options }: ServiceOptions): Service {
  let child: ChildProcess | undefined;
  let isStopped = false;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const start = () => {
    // It may have been started by hand within the moment until it is started again.
    if (isStopped || isRunning()) return;
    child = launch(options);
    if (isKept) child.once('exit', () => setTimeout(start, restartMs));
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning()) return;
    const ending = child!;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  };
  return {
    name: options.name,
    get pid() {
      return child?.pid;
    },
    start,
    end,
    signal: (signal) => void child?.kill(signal),
    async pause(work, signal = 'SIGTERM') {
      isStopped = true;
      await end(signal);
      await work();
      isStopped = false;
      start();
    },
    stop: async (signal = 'SIGTERM') => {
      isStopped = true;
      await end(signal);
    },
  };
}

function launch({ name, command, folder, environment = {}, workingFolder = '/', account, machine }: ServiceOptions) {
  const log = openSync(path.join(folder, `${name}.log`), 'a');
  const [program, ...words] = [...enter(machine), ...become(account), ...command] as const;
  const child = spawn(program!, words, {
    cwd: workingFolder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...environment },
    stdio: ['ignore', log, log],
    // Ctrl-C reaches this process alone, which stops the services in order.
    detached: true,
  });
  closeSync(log);
  running.add(child);
  return child.once('exit', () => running.delete(child));
}

/** Both replace themselves by the command that follows, so that the process is the service. */
const enter = ({ namespace }: Partial<Machine> = {}) => (namespace ? ['nsenter', `--net=/run/netns/${namespace}`] : []);
const become = (account: string | undefined) => {
  if (!account) return [];
  const { uid, gid } = idsOf(account);
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups'];
};

/** User and group of an account of this machine. */
export function idsOf(account: string): { uid: number; gid: number } {
  const ask = (flag: string) => Number(execFileSync('id', [flag, account], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}
