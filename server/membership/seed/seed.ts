import { makeDemonstrationMembers } from './demonstration.ts';
import type { Services } from '../services.ts';
import { readShippedSites, takeShippedSite } from '../declaration/shipped-sites.ts';

export interface SeedOptions {
  /** Makes the demonstration members too. Never in production: their passwords are public. */
  demonstration: boolean;
}

/** @throws WrongFile naming what is wrong with the configuration */
export async function seed(services: Services, { demonstration }: SeedOptions): Promise<void> {
  for (const site of readShippedSites()) await takeShippedSite(services, site);
  services.sites.refresh();
  if (demonstration) await makeDemonstrationMembers(services);
}
