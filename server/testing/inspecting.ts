import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInspectCommands } from '../inspect/inspect-command.ts';
import { runCommand } from '../platform/commands.ts';

/** Whoever inspects pages, with files of their own. */
export interface Inspecting {
  folder: string;
  put(name: string, content: string | Uint8Array): Promise<void>;
  /** Types the command where no terminal is, or one with colours. */
  inspect(typed: string[], options?: { hasColours?: boolean }): Promise<Inspected>;
  inspectJson(...typed: string[]): Promise<Inspected & { json: Json }>;
  stop(): Promise<void>;
}

interface Inspected {
  text: string;
  exitCode: number | undefined;
  told: string[];
}

interface Json {
  version: number;
  summary: Record<string, number>;
  pages: { page: string; settings: Record<string, unknown>; findings: Record<string, unknown>[] }[];
  failures: { page: string; because: string }[];
  skipped: { page: string; because: string }[];
  left: number;
}

/** Far longer than anything takes: a busy machine is no fault of the product. */
const patient = ['--timeout', '600'];

export async function startInspecting(): Promise<Inspecting> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-inspect-'));
  const inspect: Inspecting['inspect'] = async (typed, { hasColours = false } = {}) => {
    const words = typed.includes('--timeout') ? typed : [...typed, ...patient];
    let exitCode: number | undefined;
    const told: string[] = [];
    const group = createInspectCommands({
      hasColours,
      folder,
      tell: (line) => told.push(line),
      endWith: (code) => (exitCode = code),
      documentation: 'https://docs.example',
    });
    const text = await runCommand([group], ['inspect', ...words], () => {
      throw new Error('nothing is lent');
    });
    return { text, exitCode, told };
  };
  return {
    folder,
    inspect,
    async put(name, content) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    },
    async inspectJson(...typed) {
      const inspected = await inspect(['--json', ...typed]);
      return { ...inspected, json: JSON.parse(inspected.text) as Json };
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}
