import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';

const at = (file: string) => fileURLToPath(new URL(`../widget/${file}`, import.meta.url));

/** What is fetched when it is needed; their names carry a hash of what they hold. */
const later = {
  shell: at('shell/shell.ts'),
  modal: at('modal/open.tsx'),
  acts: at('acts/acts.ts'),
  comments: at('comments/comments.ts'),
  captcha: at('captcha/prove.ts'),
  inspector: at('inspector/start.tsx'),
};

/** What pages name by hand: for good, and as a plain script. */
const named = { intake: at('install.ts'), 'prebuilt-ui': at('prebuilt/prebuilt-ui.ts') };

const common: InlineConfig = {
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  // A library build leaves this to whoever uses the library.
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** What Vite puts around each `import()` fetches style sheets beside it. No part of ours has one. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * Builds the widget: first what is fetched later, then the scripts that pages name, which know the names of those files.
 *
 * @param folder is emptied first
 */
export async function buildWidget(folder: string): Promise<void> {
  const outputs = [
    await build({
      ...common,
      plugins: [plainImports, react()],
      base: './',
      build: {
        outDir: folder,
        emptyOutDir: true,
        modulePreload: false,
        cssCodeSplit: false,
        // Within a script, a picture would need a page's policy to allow more.
        assetsInlineLimit: 0,
        target: 'baseline-widely-available',
        rolldownOptions: {
          input: later,
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: '[name]-[hash].js',
            chunkFileNames: '[name]-[hash].js',
            assetFileNames: '[name]-[hash][extname]',
            codeSplitting: {
              groups: [
                // With what stands around every `import()`: a file of its own would cost a journey.
                { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\/|vite\/preload-helper/ },
                // One file for what several parts need: the install script has to know the name of each.
                { name: 'page', test: /(?:widget\/(?:page|acts)|client\/storage)/, minShareCount: 2 },
                { name: 'limits', test: /contract\/limits/, minShareCount: 2 },
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
