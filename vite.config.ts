import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { partnerFiles } from './portal/partner/partner-files.ts';
import { contentFiles } from './scripts/content-plugin.ts';

// What every page needs: in one file it packs better than in fifteen, and is fetched once.
const isShared = (id: string) =>
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack|lucide-react)\//.test(id) ||
  (/\/(client|contract|portal\/(ui|session|partner|shell))\//.test(id) && !/toaster|\.page\./.test(id));

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('portal'),
  publicDir: false,
  plugins: [react(), tailwindcss(), partnerFiles(), contentFiles()],
  build: {
    outDir: at('dist/portal'),
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', test: isShared }] } } },
    target: 'baseline-widely-available',
    // A font or picture inside the style sheet would need "data:" in the content policy.
    assetsInlineLimit: 0,
  },
});
