import { makeDemonstrationMembers, voidDemonstration } from './demonstration.ts';
import type { Services } from '../services.ts';
import { readShippedSites, takeShippedSite } from '../declaration/shipped-sites.ts';

export interface SeedOptions {
  /** Makes the demonstration members too. Never in production: their passwords are public. */
  demonstration: boolean;
}

/**
 * Brings the shipped sites into the database. In production the demonstration site is not among them, and what an earlier
 * start in development has seeded is voided.
 *
 * @throws WrongFile naming what is wrong with the configuration
 */
export async function seed(services: Services, { demonstration }: SeedOptions): Promise<void> {
  const { production } = services;
  for (const site of readShippedSites().filter(({ isDemonstration }) => !(production && isDemonstration)))
    await takeShippedSite(services, site);
  if (production) await voidDemonstration(services);
  services.sites.refresh();
  if (demonstration) await makeDemonstrationMembers(services);
}
