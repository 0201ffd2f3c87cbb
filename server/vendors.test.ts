import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const program = `
  import { registerHooks } from 'node:module';
  const asked = new Set();
  registerHooks({ resolve(name, context, next) { asked.add(name); return next(name, context); } });
  await import(process.argv[1]);
  console.log(JSON.stringify([...asked]));
  process.exit();`;

/** What a file of the server imports, with all that this imports. */
function listImports(file: string): string[] {
  const address = new URL(file, import.meta.url).href;
  const options = ['--input-type=module', '--eval', program, address];
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }));
}

/** They take a tenth of the memory of a process at rest. */
const ofStandIns = ['oidc-provider', 'smtp-server', 'postal-mime'];

test('the product loads no library of a stand-in before it starts one', () => {
  const imports = listImports('product.ts');
  expect(imports).toContain('fastify');
  for (const library of ofStandIns) expect(imports).not.toContain(library);
});

test('a stand-in that is started loads its own, the negative control', () => {
  expect(listImports('platform/stand-ins/mailbox.ts')).toEqual(expect.arrayContaining(['smtp-server', 'postal-mime']));
});
