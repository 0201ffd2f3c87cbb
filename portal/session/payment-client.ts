import { createPaymentClient } from '../../client/enrolment-payments.ts';
import { options } from './clients.ts';
import type { OfStudents } from './of-students.ts';

/** Calls of the enrol and the payment pages. */
export const payments: OfStudents<ReturnType<typeof createPaymentClient>> = createPaymentClient(options);
