import type { KyselyPlugin, RootOperationNode } from 'kysely';

/**
 * The same database with locks of rows and mailboxes left out of every query: what would happen if the rule about locks
 * were broken. For the negative control of a concurrency test.
 */
export const withoutLocks: KyselyPlugin = {
  transformQuery({ node }): RootOperationNode {
    if (node.kind === 'RawNode' && node.sqlFragments[0]?.includes('pg_advisory_xact_lock'))
      return { ...node, sqlFragments: ['select ', '::text'] };
    if (node.kind !== 'SelectQueryNode' || !node.endModifiers) return node;
    const endModifiers = node.endModifiers.filter(
      ({ modifier }) => modifier !== 'ForUpdate' && modifier !== 'ForNoKeyUpdate',
    );
    return { ...node, endModifiers };
  },
  transformResult: async ({ result }) => result,
};
