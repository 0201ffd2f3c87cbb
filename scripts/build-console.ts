import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const consoleFolder = fileURLToPath(new URL('../console', import.meta.url));

/**
 * Builds the console, which stands at `/console`. Unlike the portal it is one page without a first screen of its own, and
 * no library is made leaner: comfort comes before kilobytes there (`scripts/size-budget.test.ts` has its budget).
 *
 * @param outDir where it goes
 */
export async function buildConsole(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: consoleFolder,
    base: '/console/',
    publicDir: false,
    plugins: [react(), tailwindcss()],
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: 'assets',
      manifest: true,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      target: 'baseline-widely-available',
      // A font or picture inside the style sheet would need "data:" in the content policy.
      assetsInlineLimit: 0,
    },
  });
  await buildPreview(outDir);
}

/** The program of the page in which the console shows the widget: one file, since that page has no origin of its own. */
const buildPreview = (outDir: string) =>
  build({
    configFile: false,
    logLevel: 'error',
    root: consoleFolder,
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      lib: { entry: 'preview/preview.ts', formats: ['iife'], name: 'preview', fileName: () => 'preview.js' },
    },
  });
