import { useState } from 'react';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';

/** A request at one of its versions. */
export type RequestAt = Pick<ShownRequest, 'id' | 'version'>;

/** Versions that this page's own acts led to, by the version before each. */
const ownChanges = new Map<string, number>();
const nameOf = ({ id, version }: RequestAt) => `${id} ${version}`;

/**
 * Remembers a change that this page has made, which is not told as a colleague's. Each act raises the version by one: in
 * what was read further on, a colleague has acted too.
 */
export function noteOwnChange(from: RequestAt, to: number): void {
  if (to === from.version + 1) ownChanges.set(nameOf(from), to);
}

/** The version that a person has seen: the one that was shown, and what this page's own acts made of it since. */
export function seenVersion({ id, version }: RequestAt): number {
  const next = ownChanges.get(nameOf({ id, version }));
  return next === undefined ? version : seenVersion({ id, version: next });
}

/** The version to go on from that a refusal `changed-meanwhile` names. */
export const versionIn = (error: unknown): number => Number((error as { version?: string }).version);

/**
 * The version of a request to send with what is typed: the one from when typing began, plus this page's own acts. The
 * page reads the request again meanwhile, and what colleagues did since is to be told before the text is sent.
 *
 * @param isTyped whether something is typed; until then what is shown is what was seen
 */
export function useSeenVersion({ id, version }: RequestAt, isTyped: boolean) {
  const [shown, setShown] = useState(version);
  if (!isTyped && shown !== version) setShown(version);
  return { seen: seenVersion({ id, version: shown }), takeOver: setShown };
}
