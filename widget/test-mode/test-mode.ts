import type { ComponentType } from 'react';
import { tellPage } from '../page/dom.ts';
import { TestCard } from './test-card.tsx';

/** What `openModal` has besides where a site is in test mode. A live site fetches nothing of this folder. */

/** @returns undefined where there is no dialog to show */
export function screenFor(display: string): ComponentType | undefined {
  // It stands in the page and is no dialog: whoever has it there opens it.
  if (display === 'inspector') tellPage('intake:inspector-open');
  return display === 'test_card' ? TestCard : undefined;
}
