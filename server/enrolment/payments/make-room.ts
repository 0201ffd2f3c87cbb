import { Refusal } from '../../platform/refusal.ts';
import { listGivingWay } from '../catalogue/seats.ts';
import { endOrder, secureIfProved } from './end-order.ts';
import type { EnrolmentServices } from './orders.ts';
import { findOrder } from './orders.store.ts';

/**
 * Takes a seat in a cohort for a member who has proved their address. While the cohort is full, seats held for
 * addresses that are not proved are given up for it, one at a time.
 *
 * @param take tries to take the seat; may be called several times
 * @throws Refusal cohort-full when every seat is paid or held for a proved address, and what `take` throws
 */
export async function takeFirmly<T>(services: EnrolmentServices, cohortId: string, take: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await take();
    } catch (error) {
      const isFull = error instanceof Refusal && error.code === 'cohort-full';
      // Ends: each round either makes room, of which there is only so much, or gives up.
      if (!isFull || !(await makeRoom(services, cohortId))) throw error;
    }
  }
}

/** Ends one hold that gives way, its checkout at the provider first, so that it can't be paid. @returns whether there was one */
async function makeRoom(services: EnrolmentServices, cohortId: string): Promise<boolean> {
  for (const { orderId } of await listGivingWay(services.db, cohortId)) {
    const order = await findOrder(services.db, orderId);
    if (!order || (await secureIfProved(services, order))) continue;
    const { state } = await endOrder(services, order, 'expired');
    // A payment that was faster has the seat.
    if (state === 'expired' || state === 'cancelled' || state === 'failed') return true;
  }
  return false;
}
