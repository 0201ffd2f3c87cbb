/**
 * The features of each domain from the bottom up: each may import those before it (decision 0030). A name is that of a
 * folder, or of a file beside the folders; the tree in ARCHITECTURE.md lists the same ones.
 */
export const featureOrder = {
  membership: [
    'retention',
    'sessions',
    'entitlements',
    'sites',
    'services',
    'audit',
    'captcha',
    'site-events',
    'content',
    'members',
    'analytics',
    'teams',
    'plans',
    'sign-in',
    'social',
    'comments',
    'leaving',
    'declaration',
    'seed',
    'administration',
  ],
  enrolment: [
    'retention',
    'students',
    'services',
    'enrolment-site',
    'reference',
    'job-kinds',
    'catalogue',
    'content',
    'mails',
    'progress',
    'payments',
    'requests',
    'leads',
    'mail-previews',
  ],
} satisfies Record<string, string[]>;

export type Domain = keyof typeof featureOrder;

/** @returns the domain of a module; undefined outside of both */
export const domainOf = (module: string): Domain | undefined =>
  (['membership', 'enrolment'] as const).find((domain) => module.startsWith(`server/${domain}/`));

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
