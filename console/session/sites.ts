import { useMe } from './me.ts';

/** A site in the scope of the signed-in person. */
export interface ScopedSite {
  id: string;
  name: string;
  /** Whether it is in test mode. */
  isSandbox: boolean;
}

/** The sites that the signed-in person was given, by name. */
export function useSites(): readonly ScopedSite[] {
  const { sites } = useMe().scope;
  return sites === 'all' ? [] : sites.map((id) => ({ id, name: id, isSandbox: false }));
}
