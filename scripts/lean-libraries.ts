import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const iconMaker = fileURLToPath(new URL('../portal/ui/icon.ts', import.meta.url));
const partsOfRouter = /= (React\w*(?:\$\d)?\.forwardRef\()/g;
const namesOfParts = /^\w+\.displayName = .*;$/gm;

/**
 * Lets the bundler leave out what pages never use of two libraries. Their authors' way of writing keeps it from
 * seeing that: 1 kB of icons and 3.3 kB of router on every page, and the course pages have no room for either (decision
 * 0025). `scripts/size-budget.test.ts` tells when a new release makes this miss.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    transform(code, id) {
      if (/\/lucide-react\/.*\/createLucideIcon\.m?js$/.test(id))
        return `export { createIcon as default } from ${JSON.stringify(iconMaker)}`;
      // Links, forms and their prefetching: unused, but made by a call that might do something.
      if (/\/react-router\/dist\//.test(id))
        return code.replace(partsOfRouter, '= /* @__PURE__ */ $1').replace(namesOfParts, '');
      return undefined;
    },
  };
}
