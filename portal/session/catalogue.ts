import { queryOptions, useQuery } from '@tanstack/react-query';
import { enrolment } from './clients.ts';

/** Prices and cohorts: the same for everyone, so they outlive a logout. */
export const catalogueQuery = queryOptions({ queryKey: ['catalogue'], queryFn: enrolment.getCatalogue });

export function useCatalogue() {
  return useQuery(catalogueQuery);
}
