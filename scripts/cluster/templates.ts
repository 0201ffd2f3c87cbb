import { execFileSync } from 'node:child_process';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../deploy');

/** Values for the `${NAMES}` in the files of `deploy/`. */
export type Values = Readonly<Record<string, string>>;

/**
 * Fills a file of `deploy/` as a machine of production does, by `deploy/fill.sh`.
 *
 * @returns the target, which its account alone may read
 * @throws Error when the file names a value that is not given
 */
export function writeTemplate(name: string, values: Values, target: string): string {
  execFileSync(path.join(folder, 'fill.sh'), [name, target], {
    env: { PATH: process.env['PATH'], ...values },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return target;
}

/** The variables of an environment file, as systemd reads one. */
export const readVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** The words that a unit of systemd runs. */
export function commandOf(unit: string): string[] {
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  return command.split(' ');
}
