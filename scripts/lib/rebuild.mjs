import { watch } from 'node:fs';
import path from 'node:path';
import { buildPages } from './build.mjs';
import { isStopping } from './children.mjs';
import { root } from './project.mjs';

/** Sources of the console, the widget and the documentation. Vite watches those of the portal itself. */
const sources = ['client', 'console', 'contract', 'docs', 'inspection', 'shared', 'ui', 'widget'];
/** Debounce in milliseconds: editors write several files at once. */
const quietMs = 200;

/**
 * Rebuilds after each change of a source, one build at a time. A failed build is reported; the next change retries.
 *
 * @param {() => Promise<void>} [build]
 * @param {string} [folder] the project's
 * @returns {() => void} ends it
 */
export function rebuildOnChange(build = buildPages, folder = root) {
  /** @type {NodeJS.Timeout | undefined} */
  let soon;
  let building = Promise.resolve();
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(() => {
      building = building.then(build).catch(tell);
    }, quietMs);
  };
  const watchers = sources.map((source) => watch(path.join(folder, source), { recursive: true }, later));
  return () => {
    clearTimeout(soon);
    for (const watcher of watchers) watcher.close();
  };
}

/** @param {unknown} error */
function tell(error) {
  if (!isStopping()) console.error(error instanceof Error ? error.message : error);
}
