import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runQuietly } from '../lib/children.mjs';
import { findNode } from '../lib/node.mjs';
import { cacheFolder, nodeModules, root } from '../lib/project.mjs';
import { withRefusals } from './client-refusals.ts';

/** Text of each file by its name. */
export type Files = Map<string, string>;

/**
 * The client's published declarations: `membership.d.ts`, `react.d.ts` and their dependencies. Types inferred from
 * schemas are expanded, so that users do not need the schema library. Doc comments name the declared refusals.
 *
 * @throws Error with the compiler's words when the client has a fault
 */
export async function writeDeclarations(): Promise<Files> {
  await mkdir(cacheFolder, { recursive: true });
  const folder = await mkdtemp(path.join(cacheFolder, 'declarations-'));
  try {
    const sources = await readClient();
    const wire = await compile(folder, new Map([['wire.ts', askForShapes([...sources.values()])]]), ['wire.ts']);
    const files = new Map([...sources].map(([file, text]) => [file, text.replace(contractModule, "'./wire.ts'")]));
    files.set('wire.ts', namedShapes(wire.get('wire.d.ts')!));
    const written = await compile(folder, files, ['membership.ts', 'react.ts']);
    return new Map([...onlyNeeded(written)].map(([file, text]) => [file, asPublished(text)]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Leaves out internal types. */
function onlyNeeded(written: Files): Files {
  const shapes = written.get('wire.d.ts')!.split(/^(?=export type )/m);
  const others = [...written].filter(([file]) => file !== 'wire.d.ts').map(([, text]) => text);
  const isNeeded = (shape: string): boolean => {
    const name = /^export type (\w+)/.exec(shape)?.[1];
    const mention = new RegExp(`\\b${name}\\b`);
    return [...others, ...shapes.filter((each) => each !== shape)].some((text) => mention.test(text));
  };
  return new Map([...written, ['wire.d.ts', shapes.filter(isNeeded).join('')]]);
}

/** Shapes are imported by name, and modules as they are called in the package. */
function asPublished(text: string): string {
  const taken = new Set<string>();
  const named = text.replace(/import\("\.\/wire\.ts"\)\.(\w+)/g, (_, name: string) => {
    taken.add(name);
    return name;
  });
  const imports = taken.size > 0 ? `import type { ${[...taken].join(', ')} } from './wire.ts';\n` : '';
  return (imports + named).replace(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'");
}

const contractModule = /'\.\.\/(?:contract|shared)\/[\w/-]+\.ts'/g;
/** Whether a module is published; the portal's own calls are not. */
const isPublished = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('enrolment');

async function readClient(): Promise<Files> {
  const folder = path.join(root, 'client');
  const files = (await readdir(folder)).filter(isPublished);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return new Map(files.map((file, at) => [file, withRefusals(file, texts[at]!)]));
}

/** A module whose values have the types the client takes from the contract: the compiler writes each of them out. */
function askForShapes(sources: string[]): string {
  const taken = sources.flatMap((text) => [
    ...text.matchAll(/(?:import|export) type \{([^}]+)\} from '\.\.\/((?:contract|shared)\/[\w/-]+\.ts)'/g),
  ]);
  const homes = new Map(taken.flatMap(([, names, file]) => names!.split(',').map((name) => [name.trim(), file!])));
  return [...homes]
    .map(([name, file]) => {
      const type = `import(${JSON.stringify(path.join(root, file))}).${name}`;
      // An alias would be written as its name: copied key by key, its content is. Unions that share no key stay names.
      const copy = `keyof ${type} extends never ? ${type} : { [Key in keyof ${type}]: ${type}[Key] }`;
      return `export const ${name} = (null! as () => ${copy})();`;
    })
    .join('\n');
}

/** Each shape as a type; one that contains another one names it. */
function namedShapes(declarations: string): string {
  const found = [...declarations.matchAll(/export declare const (\w+): ([\s\S]+?);\n(?=export|$)/g)];
  const shapes = found.map(([, name, body]) => ({ name: name!, body: body!.replace(/\n\s*/g, '\n') }));
  // Longest first, so that a type that contains another one is matched as a whole.
  const byLength = shapes.toSorted((a, b) => b.body.length - a.body.length);
  const within = (body: string, self: string) =>
    byLength.filter(({ name }) => name !== self).reduce((text, each) => text.replaceAll(each.body, each.name), body);
  return shapes.map(({ name, body }) => `export type ${name} = ${indent(within(body, name))};`).join('\n');
}

/** Lines as deep as the braces around them. */
function indent(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('}')) depth--;
      const placed = '  '.repeat(depth) + line;
      if (line.endsWith('{')) depth++;
      return placed;
    })
    .join('\n');
}

/** @returns the declarations of the entries and of what they import */
async function compile(folder: string, files: Files, entries: string[]): Promise<Files> {
  const sources = path.join(folder, 'sources');
  const written = path.join(folder, 'written');
  await Promise.all([rm(sources, { recursive: true, force: true }), rm(written, { recursive: true, force: true })]);
  await mkdir(sources, { recursive: true });
  await Promise.all([...files].map(([file, text]) => writeFile(path.join(sources, file), text)));
  const project = path.join(folder, 'tsconfig.json');
  await writeFile(project, JSON.stringify({ compilerOptions, files: entries.map((file) => `sources/${file}`) }));
  const compiler = path.join(nodeModules, 'typescript/bin/tsc');
  const { code, output } = await runQuietly(findNode(), [compiler, '-p', project]);
  if (code !== 0) throw new Error(output);
  // The compiler also writes the contract's declarations, which are not needed.
  const own = path.join(written, path.relative(root, sources));
  const names = await readdir(own);
  const texts = await Promise.all(names.map((name) => readFile(path.join(own, name), 'utf8')));
  return new Map(names.map((name, at) => [name, texts[at]!]));
}

const compilerOptions = {
  target: 'ES2024',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  skipLibCheck: true,
  jsx: 'react-jsx',
  declaration: true,
  emitDeclarationOnly: true,
  allowImportingTsExtensions: true,
  outDir: 'written',
  rootDir: root,
};
