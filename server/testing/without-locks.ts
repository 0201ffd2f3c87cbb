import type { KyselyPlugin, RootOperationNode } from 'kysely';

/**
 * The same database with row locks left out of every query: what would happen if the rule about locks were broken.
 * For the negative control of a concurrency test.
 */
export const withoutLocks: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode =>
    node.kind === 'SelectQueryNode' && node.endModifiers
      ? {
          ...node,
          endModifiers: node.endModifiers.filter(
            ({ modifier }) => modifier !== 'ForUpdate' && modifier !== 'ForNoKeyUpdate',
          ),
        }
      : node,
  transformResult: async ({ result }) => result,
};
