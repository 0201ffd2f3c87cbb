import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';
import { leanReactOfWidget } from './lean-libraries.ts';

const at = (file: string) => fileURLToPath(new URL(`../widget/${file}`, import.meta.url));

/** Lazily loaded parts; their names have a content hash. */
const later = {
  shell: at('shell/shell.ts'),
  modal: at('modal/open.tsx'),
  acts: at('acts/acts.ts'),
  calls: at('calls/calls.ts'),
  comments: at('comments/comments.ts'),
  captcha: at('captcha/prove.ts'),
  inspector: at('inspector/start.tsx'),
  refused: at('refused/refused.ts'),
  view: at('view/view.ts'),
};

/** Entries that pages name by hand: stable names, classic scripts. */
const named = { intake: at('install.ts'), 'prebuilt-ui': at('prebuilt/prebuilt-ui.ts') };

const common: InlineConfig = {
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  // A library build leaves this to its user by default.
  define: { 'process.env.NODE_ENV': '"production"' },
};

/**
 * Removes Vite's wrapper of `import()`, which preloads style sheets: our parts have none. Each file has a wrapper of its
 * own: one that parts share would be a file, and a journey before every dialog.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  resolveId: {
    filter: { id: /vite\/preload-helper/ },
    handler: (id, importer) => `${id}?of=${importer}`,
  },
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * Builds the widget: first the lazy parts, then the entries, which contain the hashed names of the parts.
 *
 * @param folder output, emptied first
 */
export async function buildWidget(folder: string): Promise<void> {
  const outputs = [
    await build({
      ...common,
      plugins: [plainImports, react(), leanReactOfWidget(await readSources())],
      base: './',
      build: {
        outDir: folder,
        emptyOutDir: true,
        modulePreload: false,
        cssCodeSplit: false,
        // Inlined data: pictures would need a wider content security policy of the customer's page.
        assetsInlineLimit: 0,
        target: 'baseline-widely-available',
        rolldownOptions: {
          input: later,
          preserveEntrySignatures: 'allow-extension',
          output: {
            // Six signs: the entries and their chunks name one another, and a hash packs badly.
            entryFileNames: '[name]-[hash:6].js',
            chunkFileNames: '[name]-[hash:6].js',
            assetFileNames: '[name]-[hash:6][extname]',
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
                // One shared chunk: the install script has to know the name of each file.
                { name: 'page', test: /(?:widget\/(?:page|acts)|client\/storage)/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    }),
  ].flat();
  const chunks = outputs
    .flatMap((each) => ('output' in each ? each.output : []))
    .filter((each) => each.type === 'chunk');
  const filesOf = (name: string): string[] => {
    const entry = chunks.find((each) => each.isEntry && each.name === name);
    if (!entry) throw new Error(`The widget has no part called ${name}.`);
    return [...new Set([entry.fileName, ...entry.imports])];
  };
  const define = {
    ...common.define,
    PART_FILES: JSON.stringify(Object.fromEntries(Object.keys(later).map((name) => [name, filesOf(name)]))),
  };
  for (const [file, entry] of Object.entries(named))
    await build({
      ...common,
      define,
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'baseline-widely-available',
        lib: { entry, formats: ['iife'], name: 'intake', fileName: () => `${file}.js` },
      },
    });
}

async function readSources(): Promise<string> {
  const folder = at('.');
  let all = '';
  for await (const file of glob('**/*.{ts,tsx}', { cwd: folder }))
    all += await readFile(path.join(folder, file), 'utf8');
  return all;
}
