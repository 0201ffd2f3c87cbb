import { queryOptions } from '@tanstack/react-query';
import { enrolment } from './clients.ts';

/** The member's newest order. Asked anew on every page: money moves while nobody looks. */
export const orderQuery = queryOptions({ queryKey: ['order'], queryFn: enrolment.getOrder, staleTime: 0 });
