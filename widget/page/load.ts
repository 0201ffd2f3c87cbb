import { RequestError } from '../../client/membership.ts';
import type { Load, Parts } from './page.ts';

/** The build writes the files' names in here. */
declare const PART_FILES: Record<keyof Parts, string[]>;

/** @param base where the files lie */
export function createLoader(base: string): Load {
  const loading = new Map<string, Promise<unknown>>();
  const loaded = new Set<string>();
  // All files of a part at once: one after the other would cost a journey each.
  const fetchAll = async (files: string[]): Promise<unknown> =>
    (await Promise.all(files.map((file) => import(/* @vite-ignore */ new URL(file, base).href))))[0];

  async function load<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
    const part = loading.get(name) ?? fetchAll(PART_FILES[name]);
    loading.set(name, part);
    try {
      const ready = await part;
      loaded.add(name);
      return ready as Parts[Name];
    } catch {
      loading.delete(name);
      throw new RequestError('network-error', 'The service cannot be reached. Please check your connection.', 0);
    }
  }
  return Object.assign(load, { has: (name: keyof Parts) => loaded.has(name) });
}
