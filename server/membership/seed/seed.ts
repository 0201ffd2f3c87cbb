import { makeDemonstrationMembers, voidDemonstration } from './demonstration.ts';
import type { Services } from '../services.ts';
import { readShippedSites, takeShippedSite } from '../declaration/shipped-sites.ts';

/** Options of the seed. */
export interface SeedOptions {
  /** Creates the demonstration members too. Never in production: their passwords are public. */
  demonstration: boolean;
}

/**
 * Applies the shipped sites. In production without the demonstration site, and everything that an earlier start in
 * development has seeded is voided.
 *
 * @throws WrongFile with the faults of a file
 */
export async function seed(services: Services, { demonstration }: SeedOptions): Promise<void> {
  const { production } = services;
  for (const site of readShippedSites().filter(({ isDemonstration }) => !(production && isDemonstration)))
    await takeShippedSite(services, site);
  if (production) await voidDemonstration(services);
  services.sites.refresh();
  if (demonstration) await makeDemonstrationMembers(services);
}
