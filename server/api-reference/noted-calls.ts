import type { DescribedRoute } from '../platform/http/described-routes.ts';
import type { CallGroup, CallNote } from './call-note.ts';

/** A call as it is mounted, with what is said about it. */
export interface NotedCall {
  group: CallGroup;
  /** Method and path as mounted: `POST /auth/login`. */
  key: string;
  note: CallNote;
  route: DescribedRoute;
}

const keyOf = ({ method, url }: DescribedRoute) => `${method} ${url}`;

/** Puts each note to its route, in the order of the notes. */
export function matchNotes(routes: readonly DescribedRoute[], groups: readonly CallGroup[]): NotedCall[] {
  const mounted = new Map(routes.map((route) => [keyOf(route), route]));
  return groups.flatMap((group) =>
    Object.entries(group.calls).flatMap(([key, note]) => {
      const route = mounted.get(key);
      return route ? [{ group, key, note, route }] : [];
    }),
  );
}

/** What is mounted without a note, and what is noted without being mounted. A test keeps both empty. */
export function findGaps(routes: readonly DescribedRoute[], groups: readonly CallGroup[]): string[] {
  const mounted = new Set(routes.map(keyOf));
  const noted = new Set(groups.flatMap((group) => Object.keys(group.calls)));
  return [...mounted].filter((key) => !noted.has(key)).concat([...noted].filter((key) => !mounted.has(key)));
}

/** Whether a call takes anything but its address. */
export const takesBody = ({ note, route }: NotedCall): boolean =>
  route.schemas.body !== undefined || note.file !== undefined;
