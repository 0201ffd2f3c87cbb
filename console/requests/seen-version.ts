import { useState } from 'react';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';

/** A request at one of its versions. */
export type RequestAt = Pick<ShownRequest, 'id' | 'version'>;

/** Versions that this page's own acts led to, by the version before each. */
const ownChanges = new Map<string, number>();
const nameOf = ({ id, version }: RequestAt) => `${id} ${version}`;

/**
 * Remembers a change that was made from here: it is no news to whoever made it. Each act raises the version by one: in
 * what was read further on, a colleague has acted too.
 */
export function noteOwnChange(from: RequestAt, to: number): void {
  if (to === from.version + 1) ownChanges.set(nameOf(from), to);
}

/** The version that somebody has seen: the one that was shown to them, and what they have done to it since. */
export function seenVersion({ id, version }: RequestAt): number {
  const next = ownChanges.get(nameOf({ id, version }));
  return next === undefined ? version : seenVersion({ id, version: next });
}

/** The version to go on from that a refusal `changed-meanwhile` names. */
export const versionIn = (error: unknown): number => Number((error as { version?: string }).version);

/**
 * The version of a request that somebody has seen who types: the page reads it again beneath them, and what colleagues
 * did meanwhile is to be told before what was typed is sent.
 *
 * @param isTyped whether something is typed; until then what is shown is what was seen
 */
export function useSeenVersion({ id, version }: RequestAt, isTyped: boolean) {
  const [shown, setShown] = useState(version);
  if (!isTyped && shown !== version) setShown(version);
  return { seen: seenVersion({ id, version: shown }), takeOver: setShown };
}
