import type { FindingType } from '../../inspection/finding.ts';

/** Findings as the sidebar groups and counts them. */

export interface Kind {
  name: 'error' | 'warning' | 'cart' | 'event' | 'found';
  title: string;
  types: readonly FindingType[];
}

export const kinds: readonly Kind[] = [
  { name: 'error', title: 'Errors', types: ['error'] },
  { name: 'warning', title: 'Warnings', types: ['warning'] },
  { name: 'cart', title: 'Cart', types: ['cart'] },
  { name: 'event', title: 'Events', types: ['plan-price-clicked', 'content-removed'] },
  { name: 'found', title: 'Found', types: ['found'] },
];

/** What a type is called where its colour and drawing are not seen. */
export const typeNames: Record<FindingType, string> = {
  error: 'Error',
  warning: 'Warning',
  cart: 'Cart',
  'plan-price-clicked': 'Event',
  'content-removed': 'Event',
  found: 'Found',
};

/** `1 error`, `2 errors`. */
export const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;

/** @returns at most this many characters, the last of them `…` where there were more */
export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
