import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** The name of a domain: a folder of `server/`. */
const domains = ['membership', 'enrolment'] as const;
export type Domain = (typeof domains)[number];

/**
 * The features of each domain from the bottom up: each may import those before it (decision 0030). They stand in the
 * domain's `features.ts`, which is parsed and not run: it would bring the whole server along.
 */
export const featureOrder: Record<Domain, string[]> = {
  membership: readOrder('membership'),
  enrolment: readOrder('enrolment'),
};

/** @throws Error where `features.ts` does not export them as an object that is written out */
function readOrder(domain: Domain): string[] {
  const file = `server/${domain}/features.ts`;
  const source = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
  const names = findFeatureNames(parseSync(file, source).program as unknown as Syntax);
  if (!names) throw new Error(`${file} must export its features as one object: export const features = { sites: {} }`);
  return names;
}

/** The parts of a syntax tree that lead to the names. */
interface Syntax {
  body: {
    declaration?: {
      declarations?: {
        id: { name?: string };
        init: { properties?: { key?: { name?: string; value?: string } }[] } | null;
      }[];
    } | null;
  }[];
}

function findFeatureNames({ body }: Syntax): string[] | undefined {
  const declared = body.flatMap(({ declaration }) => declaration?.declarations ?? []);
  const properties = declared.find(({ id }) => id.name === 'features')?.init?.properties;
  const names = properties?.map(({ key }) => key?.name ?? key?.value);
  return names?.every((name) => name !== undefined) ? names : undefined;
}

/** @returns the domain of a module; undefined outside of both */
export const domainOf = (module: string): Domain | undefined =>
  domains.find((domain) => module.startsWith(`server/${domain}/`));

/** Whether an import runs against the order of a domain's features: to a later one, or to or from one without a place. */
export function isAgainstOrder(from: string, to: string): boolean {
  const domain = domainOf(from);
  if (domain === undefined || domain !== domainOf(to) || featureOf(from) === featureOf(to)) return false;
  const [place, wanted] = [placeOf(domain, from), placeOf(domain, to)];
  return place === undefined || wanted === undefined || wanted > place;
}

/** @returns Infinity for a domain's own file, its door say, that sees every feature; undefined for an unlisted folder */
function placeOf(domain: Domain, module: string): number | undefined {
  const place = featureOrder[domain].indexOf(featureOf(module));
  if (place >= 0) return place;
  return module.split('/').length === 3 ? Infinity : undefined;
}

/** `plans` of a file in that folder, `services` of `server/membership/services.ts`. */
const featureOf = (module: string) => module.split('/')[2]!.replace(/\.ts$/, '');
