import { permissionsOf, permissionTable, type Role, type StaffScope } from '../../contract/permissions.ts';

/** What a change of role and scope does: what somebody gains and loses, in words. */
export interface Consequences {
  gains: string[];
  loses: string[];
}

/** Compares what somebody may with what they would, both by permissions and by what they see. */
export function consequencesOf(
  before: { role: Role; scope: StaffScope },
  after: { role: Role; scope: StaffScope },
  nameOf: (kind: 'sites' | 'partners', id: string) => string,
): Consequences {
  const [had, gets] = [permissionsOf(before.role), permissionsOf(after.role)];
  const only = (some: typeof had, others: typeof had) =>
    some.filter((permission) => !others.includes(permission)).map((permission) => permissionTable[permission].title);
  const kinds = ['sites', 'partners'] as const;
  const seen = (one: StaffScope, other: StaffScope) =>
    kinds.flatMap((kind) => {
      const [mine, theirs] = [one[kind], other[kind]];
      if (mine === 'all') return theirs === 'all' ? [] : [`see all ${kind}`];
      return mine.filter((id) => theirs !== 'all' && !theirs.includes(id)).map((id) => `see ${nameOf(kind, id)}`);
    });
  return {
    gains: [...only(gets, had), ...seen(after.scope, before.scope)],
    loses: [...only(had, gets), ...seen(before.scope, after.scope)],
  };
}
