import { RequestError } from '../../client/membership.ts';
import type { prove } from '../captcha/prove.ts';
import type * as acts from '../acts/acts.ts';
import type * as comments from '../comments/comments.ts';
import type { OpenModal } from '../modal/contract.ts';
import type { showShell } from '../shell/shell.ts';

/** Parts of the widget that a page fetches when it needs them; the build writes their files' names in here. */
declare const PART_FILES: Record<keyof Parts, string[]>;

interface Parts {
  modal: { openModal: OpenModal };
  shell: { showShell: typeof showShell };
  acts: typeof acts;
  comments: typeof comments;
  captcha: { prove: typeof prove };
}

/** @param base where the files lie */
export function createLoader(base: string) {
  const loading = new Map<string, Promise<unknown>>();
  const loaded = new Set<string>();
  // All files of a part at once: one after the other would cost a journey each.
  const fetchAll = async (files: string[]): Promise<unknown> =>
    (await Promise.all(files.map((file) => import(/* @vite-ignore */ new URL(file, base).href))))[0];

  /** A failure is forgotten: the next one who needs the part tries again. */
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
