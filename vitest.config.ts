import { defineConfig } from 'vitest/config';
import { contentFiles } from './scripts/content-plugin.ts';
import { LongestFirst } from './scripts/longest-first.ts';

const elsewhere = ['node_modules/**', 'dist/**', 'data/**', '.cache/**'];

/** Of what reads and changes somebody's page: they run in one. */
const pageTests = [
  'widget/{page,acts,calls,comments,testing}/**/*.test.ts',
  'widget/inspector/{follow-page,page-as-written}.test.ts',
];

/** They read the built pages, which are built once before them: three builds at once would write the same files. */
const builtTests = [
  'scripts/size-budget.test.ts',
  'scripts/docs/docs.test.ts',
  'scripts/client-package/client-package.test.ts',
];

/** They have a database. */
const serverTests = ['server/**/*.test.ts', 'bench/console/seed.test.ts'];

export default defineConfig({
  plugins: [contentFiles()],
  test: {
    // A forgotten `.only` would let everything else pass unseen.
    allowOnly: false,
    // Only a test that fails waits so long; a machine with ten busy processes beside the tests is no fault of the product.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    // Each test has a product and a database of its own: to load the code anew for each file costs a minute and a half.
    isolate: false,
    setupFiles: ['server/testing/property-seed.ts'],
    // Most of a server test is waiting for a database, a time limit or another process, so one more than there are cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...elsewhere, ...serverTests, ...pageTests, ...builtTests],
        },
      },
      {
        extends: true,
        test: { name: 'built', include: builtTests, exclude: elsewhere, globalSetup: ['scripts/build-for-tests.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: pageTests,
          exclude: elsewhere,
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'https://site.example/page' } },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: serverTests,
          exclude: elsewhere,
          globalSetup: ['scripts/build-for-tests.ts', 'server/testing/global-setup.ts'],
        },
      },
    ],
  },
});
