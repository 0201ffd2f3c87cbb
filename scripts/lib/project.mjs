import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths of the project. Commands write below its folder only. */
export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');
export const nodeModules = path.join(root, 'node_modules');
export const cacheFolder = path.join(root, '.cache');
/** Node's compile cache for the server, which makes later starts a second shorter. */
export const compiledFolder = path.join(cacheFolder, 'compiled-server');
export const distFolder = path.join(root, 'dist');
/** What runs the built server, from the project's folder. */
export const builtServer = 'dist/server/main.js';
