import { read, writePlain } from '../page/dom.ts';
import type { Order } from './list.ts';

/**
 * Controls with `sort`: a select whose options have the values `newest` and `oldest` (or `desc` and `asc`), buttons with
 * one of them in `data-ms-value`, or one button that turns the order round.
 */

const orderIn = (text: string | null): Order | undefined => {
  if (text === 'newest' || text === 'desc') return 'newest';
  return text === 'oldest' || text === 'asc' ? 'oldest' : undefined;
};

/** What a button chooses. */
const ownOrder = (control: HTMLElement) => read(control, 'value') ?? read(control, 'thread-sort');

export function wantedOrder(control: HTMLElement, now: Order): Order {
  const wanted = control instanceof HTMLSelectElement ? control.value : ownOrder(control);
  return orderIn(wanted) ?? (now === 'newest' ? 'oldest' : 'newest');
}

/** @returns the order a page asks for itself */
export const firstOrder = (channel: HTMLElement): Order => orderIn(read(channel, 'channel-sort')) ?? 'newest';

export function drawSort(controls: HTMLElement[], order: Order): void {
  for (const control of controls) {
    const own = orderIn(ownOrder(control));
    if (control instanceof HTMLSelectElement)
      control.value = [...control.options].find(({ value }) => orderIn(value) === order)?.value ?? order;
    else if (own) writePlain(control, 'aria-pressed', String(own === order));
  }
}
