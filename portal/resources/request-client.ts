import { createRequestClient } from '../../client/enrolment-requests.ts';
import { options } from '../session/clients.ts';
import type { OfStudents } from '../session/of-students.ts';

export const requests: OfStudents<ReturnType<typeof createRequestClient>> = createRequestClient(options);
