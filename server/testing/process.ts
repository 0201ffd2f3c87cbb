import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface ProductProcess {
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Ends it in order. Returns its exit code. */
  stop(): Promise<number | null>;
}

/** The product as a process of its own, ready to answer. */
export async function startProcess(options: { databaseUrl: string; port: number }): Promise<ProductProcess> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      PORT: String(options.port),
      APP_URL: `http://localhost:${options.port}`,
      TRUSTED_PROXIES: '127.0.0.0/8',
      LOG_LEVEL: 'silent',
    },
  });
  await ready(child, `http://127.0.0.1:${options.port}/readyz`);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return { kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the product did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
