import type { Transaction } from '../../../database/database.ts';
import { deliveryDelays } from './faults.ts';
import { findFaults } from './fault.store.ts';
import { insertObject } from '../store/object.store.ts';
import { addTask } from '../store/task.store.ts';
import { newWireId, nowSeconds } from '../wire/ids.ts';
import { apiVersion, type EventObject, type EventType } from '../wire/objects.ts';

/** Which API request caused a change; neither is known for what happens on a hosted page. */
export interface Cause {
  requestId: string | null;
  idempotencyKey: string | null;
}

/** The cause of changes made on a hosted page. */
export const hostedPage: Cause = { requestId: null, idempotencyKey: null };

/** What happened, in its order: each event with its object as it stood then. */
export type Story = (readonly [type: EventType, object: object])[];

/**
 * Records events about one change in the same transaction and queues their delivery. They tell the objects as they
 * stood at that moment.
 */
export async function recordEvents(tx: Transaction, cause: Cause, events: Story): Promise<void> {
  const faults = await findFaults(tx);
  for (const [type, object] of events) {
    const event: EventObject = {
      id: newWireId('evt_'),
      object: 'event',
      api_version: apiVersion,
      created: nowSeconds(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
      type,
    };
    await insertObject(tx, 'event', event);
    for (const delay of deliveryDelays(faults)) await addTask(tx, 'deliver', event.id, delay);
  }
}
