import { studentFields } from '../../contract/student-fields.ts';
import type { NeededField, NeededFields } from '../membership/index.ts';
import { enrolmentSite } from './enrolment-site.ts';

/** The fields of the portal's site: without one of them a payment could not be noted, nor a profile saved. */
export const neededFields: NeededFields = {
  [enrolmentSite]: Object.entries(studentFields).map(([key, facts]): NeededField => ({
    key,
    writableBy: 'writableBy' in facts ? facts.writableBy : 'member',
    type: 'type' in facts ? facts.type : 'text',
    derivedFrom: 'derivedFrom' in facts ? facts.derivedFrom : undefined,
  })),
};
