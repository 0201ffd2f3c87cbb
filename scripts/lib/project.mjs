import path from 'node:path';

/** Where things are. Everything a command writes stays below the project's folder. */
export const root = path.resolve(import.meta.dirname, '../..');
export const nodeModules = path.join(root, 'node_modules');
export const cacheFolder = path.join(root, '.cache');
export const distFolder = path.join(root, 'dist');
