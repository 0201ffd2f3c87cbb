import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths of the project. Commands write below its folder only. */
export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');
export const nodeModules = path.join(root, 'node_modules');
export const cacheFolder = path.join(root, '.cache');
export const distFolder = path.join(root, 'dist');
