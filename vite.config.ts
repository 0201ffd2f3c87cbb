import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { partnerFiles } from './portal/partner/partner-files.ts';
import { contentFiles } from './scripts/content-plugin.ts';
import { leanLibraries } from './scripts/lean-libraries.ts';

// Two files that nearly every page needs: in few files it packs better than in many, and is fetched once. What only
// some pages need, forms above all, stays out of them.
const framework = { name: 'framework', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// };
const shared = { name: 'shared', minShareCount: 16 };
// Pictograms weigh less together than the list of files in which each would come alone.
// As are the small files all course pages need.
const courseParts = {
  name: 'course-parts',
  test: /(?:content:paces|partner\/(?:use-content|course-drawing)|session\/(?:cohorts|catalogue))(?:\.tsx?)?$/,
};
const icons = { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3 };

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('portal'),
  publicDir: false,
  plugins: [react(), tailwindcss(), partnerFiles(), contentFiles(), leanLibraries()],
  build: {
    outDir: at('dist/portal'),
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [framework, shared, courseParts, icons] },
        // Seven signs of the hash: every page names a hundred files, and a hash packs badly.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
    target: 'baseline-widely-available',
    // A font or picture inside the style sheet would need "data:" in the content policy.
    assetsInlineLimit: 0,
  },
});
