import { createLeadClient } from '../../client/enrolment-leads.ts';
import { options } from '../session/clients.ts';

export const leads = createLeadClient(options);
