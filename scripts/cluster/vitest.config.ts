import { defineConfig } from 'vitest/config';

/**
 * The facts about a cluster, which `npm run test:cluster` checks: they need Debian's packages and a quarter of an hour. The
 * smaller files run beside the start of cluster.fact.ts and the facts there that other work does not change.
 */
export default defineConfig({
  test: {
    include: ['scripts/cluster/*.fact.ts'],
    testTimeout: 900_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    bail: 0,
  },
});
