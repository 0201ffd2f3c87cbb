import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { appCommands } from '../../server/membership/administration/commands/app-commands.ts';
import { root } from '../lib/project.mjs';

const known = new Map(appCommands.commands.map(({ name, options = {} }) => [name, Object.keys(options)]));

const documents = globSync(['README.md', 'docs/**/*.md'], { cwd: root, exclude: ['docs/decisions/**'] });

/** Commands on a site that a text names, such as `app keys app_club --revoke <id>`, and which there are not. */
function findUnknown(text: string): string[] {
  const named = [...text.matchAll(/(?:`|intake -- )(app [a-z]+\b)([^`\n#]*)/g)];
  return named.flatMap(([, name, rest]) => {
    const options = known.get(name!);
    if (!options) return [name!];
    const typed = [...rest!.matchAll(/(?<= )--([a-z-]+)/g)].map(([, option]) => option!);
    const [first = ''] = rest!.trim().split(' ');
    return [
      ...typed.filter((option) => !options.includes(option)).map((option) => `${name} --${option}`),
      // An option as a word: `app keys revoke`.
      ...(options.includes(first) ? [`${name} ${first}`] : []),
    ];
  });
}

test('the documents name commands on sites that there are, with options that they take', () => {
  const found = documents.flatMap((file) =>
    findUnknown(readFileSync(path.join(root, file), 'utf8')).map((command) => `${file}: ${command}`),
  );
  expect(found).toEqual([]);
});

/** Units of ours that a text asks systemd about, and which deploy/ does not have. */
const findUnknownUnits = (text: string) =>
  [...text.matchAll(/\b(?:journalctl -u|systemctl (?:[a-z]+ )+) *'?(intake[\w@*-]*)/g)]
    .map(([, unit]) => unit!)
    .filter((unit) => !/^intake(?:@|-backup)/.test(unit));

test('the documents ask systemd about units that there are', () => {
  const texts = documents.map((file) => readFileSync(path.join(root, file), 'utf8'));
  expect(texts.flatMap(findUnknownUnits)).toEqual([]);
  expect(
    findUnknownUnits("`journalctl -u intake --since -2h`, `systemctl restart intake`, `systemctl stop 'intake@*'`"),
  ).toEqual(['intake', 'intake']);
});

test.for([
  ['revoke it with `app end app_club`', 'app end'],
  ['npm run intake -- app keys app_club --delete sk_1', 'app keys --delete'],
  ['revoke the key (`app keys revoke`)', 'app keys revoke'],
])('a command that there is not is found: %s', ([text, unknown]) => {
  expect(findUnknown(text!)).toEqual([unknown]);
});
