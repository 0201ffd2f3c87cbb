import type { ComponentType } from 'react';
import { tellPage } from '../page/dom.ts';
import { TestCard } from './test-card.tsx';

/** What `openModal` has besides where a site is in test mode. A live site fetches nothing of this folder. */

/** @returns undefined where there is no dialog to show */
export function screenFor(display: string): ComponentType | undefined {
  // No dialog: the Inspector is in the page already and opens on this event.
  if (display === 'inspector') tellPage('intake:inspector-open');
  return display === 'test_card' ? TestCard : undefined;
}
