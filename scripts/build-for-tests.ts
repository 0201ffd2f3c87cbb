export { buildPages as setup } from './lib/build.mjs';
