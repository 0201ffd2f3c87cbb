import type { Order } from '../../contract/payments.ts';
import type { Question } from './answers.ts';
import { enrolment } from './clients.ts';

/** The member's newest order. Asked anew on every page: money moves while nobody looks. */
export const orderQuestion: Question<Order | null> = { name: 'order', ask: enrolment.getOrder, freshMs: 0 };
