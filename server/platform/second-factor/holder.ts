/** The person a second factor belongs to. */
export interface Holder {
  kind: 'staff' | 'member';
  id: string;
}

/** A holder in a table: one of the two is set, each a foreign key whose deletion cascades. */
export interface HolderColumns {
  staff_id: string | null;
  member_id: string | null;
}

/** The column that names holders of a kind. */
export const columnOf = (kind: Holder['kind']): keyof HolderColumns => (kind === 'staff' ? 'staff_id' : 'member_id');

/** A holder as columns of a new row; none for a row without one. */
export const columnsOf = (holder: Holder | undefined): HolderColumns => ({
  staff_id: holder?.kind === 'staff' ? holder.id : null,
  member_id: holder?.kind === 'member' ? holder.id : null,
});

/** The holder that a row names. */
export function holderOf({ staff_id, member_id }: HolderColumns): Holder | undefined {
  if (staff_id !== null) return { kind: 'staff', id: staff_id };
  return member_id === null ? undefined : { kind: 'member', id: member_id };
}

export const isSameHolder = (one: Holder, other: Holder): boolean => one.kind === other.kind && one.id === other.id;
