import { queryOptions } from '@tanstack/react-query';
import { send } from '../session/client.ts';

const orderKey = (orderId: string) => ['orders', 'one', orderId];

/** One order with its money. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...orderKey(orderId), 'order'],
    queryFn: async () => (await send('GET /console/api/orders/:orderId', undefined, { orderId })).data,
  });

/** Under what the timeline of an order is kept. */
export const orderTimelineKey = (orderId: string) => [...orderKey(orderId), 'timeline'];
/** Under what the notes about an order are kept. */
export const orderNotesKey = (orderId: string) => [...orderKey(orderId), 'notes'];

/** What can go back, asked anew each time the dialog opens. */
export const refundTermsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...orderKey(orderId), 'refund'],
    queryFn: async () => (await send('GET /console/api/orders/:orderId/refund', undefined, { orderId })).data,
    gcTime: 0,
  });

/** Where an order can move, asked anew each time the dialog opens. */
export const transferTermsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...orderKey(orderId), 'transfer'],
    queryFn: async () => (await send('GET /console/api/orders/:orderId/transfer', undefined, { orderId })).data,
    gcTime: 0,
  });

/** What is brought up to date after an act on an order: the order, its parts, and lists of orders. */
export const ordersKey = ['orders'];
