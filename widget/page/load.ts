import { RequestError } from '../../client/membership.ts';
import type { Load, Parts } from './page.ts';

/** The build writes the files' names in here. */
declare const PART_FILES: Record<keyof Parts, string[]>;

/** @param base where the files lie */
export function createLoader(base: string): Load {
  const loading = new Map<string, Promise<unknown>>();
  const loaded = new Set<string>();
  let failures = 0;
  // Chromium remembers a failed import by its address, also one within another file: after a failure all are asked for in
  // a folder of another name, which the service takes for the same. All files of a part at once, against round trips.
  const fetchAll = async (files: string[]): Promise<unknown> => {
    const folder = failures ? `again-${failures}/` : '';
    return (await Promise.all(files.map((file) => import(/* @vite-ignore */ new URL(folder + file, base).href))))[0];
  };

  async function load<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
    const part = loading.get(name) ?? fetchAll(PART_FILES[name]);
    loading.set(name, part);
    try {
      const ready = await part;
      loaded.add(name);
      return ready as Parts[Name];
    } catch {
      if (loading.get(name) === part) failures++;
      loading.delete(name);
      throw new RequestError('network-error', 'The service cannot be reached. Please check your connection.', 0);
    }
  }
  return Object.assign(load, { has: (name: keyof Parts) => loaded.has(name) });
}
