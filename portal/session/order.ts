import type { Order } from '../../contract/payments.ts';
import type { Question } from './answers.ts';
import { enrolment } from './clients.ts';

/** The member's newest order. Asked anew on every page: its payment changes without the browser. */
export const orderQuestion: Question<Order | null> = { name: 'order', ask: enrolment.getOrder, freshMs: 0 };
