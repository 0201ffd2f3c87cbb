import { sql, type RawBuilder, type UpdateResult } from 'kysely';

/** The transition table of a state machine. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

interface Move<State extends string> {
  id: string;
  from: State;
  to: State;
}

/**
 * Makes one transition of a state machine (decision 0026), for the only function of a store that writes the state. A
 * transition that is not in the table is a bug, not a refusal; so is one based on a stale read.
 *
 * @param write updates the row where its state is still `from`
 * @throws Error that names both states; nothing is written then
 */
export async function makeMove<State extends string>(
  moves: Moves<State>,
  { id, from, to }: Move<State>,
  write: () => Promise<UpdateResult>,
): Promise<void> {
  if (!moves[from].includes(to)) throw new Error(`${id} may not go from ${from} to ${to}`);
  const { numUpdatedRows } = await write();
  if (numUpdatedRows !== 1n) throw new Error(`${id} is not ${from} any more, so it does not become ${to}`);
}

/** A set of states for `in (…)`. Literals, because a generic plan can't match a parameter with a partial index. */
export const stateList = (states: readonly string[]): RawBuilder<unknown> =>
  sql.join(states.map((state) => sql.lit(state)));
