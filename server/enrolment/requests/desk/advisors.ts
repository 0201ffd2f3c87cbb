import type { StaffScope } from '../../../../contract/permissions.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { EnrolmentServices } from '../../services.ts';

/** A person who may answer requests. */
export interface AdvisorChoice {
  id: string;
  name: string;
  email: string;
}

/** Who on the staff may answer requests of all of these partners, or of some of them where none is named exactly. */
export async function listAdvisors(
  { colleagues }: Pick<EnrolmentServices, 'colleagues'>,
  db: Database,
  partners: StaffScope['partners'],
): Promise<AdvisorChoice[]> {
  const people = (await colleagues?.(db, 'answer-requests')) ?? [];
  return people
    .filter(({ scope }) => isShared(scope.partners, partners))
    .map(({ id, name, email }) => ({ id, name, email }));
}

const isShared = (one: StaffScope['partners'], other: StaffScope['partners']) =>
  one === 'all' || other === 'all' || one.some((code) => other.includes(code));
