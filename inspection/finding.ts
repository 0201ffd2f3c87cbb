import type { App } from '../contract/site.ts';
import type { HelpItem, ProblemId } from './problems.ts';

/** What the Inspector has to say about a page. */
export interface Finding<E> {
  /** For a problem its name; for what was found the attribute, `data-ms-plan:add` say. */
  id: string;
  type: FindingType;
  title: string;
  description: string;
  help: readonly HelpItem[];
  /** Path of our documentation with the anchor. */
  documentation: string;
  /** The attribute it is about, with its prefix; null where it is about something else. */
  attribute: string | null;
  /** What stands in the attribute, or what is kept in the cart. */
  value: string | null;
  /** What is wrong with this element, in a sentence; for what was found, the attribute as written. */
  message: string;
  /** Undefined where it is about no element of the page. */
  element: E | undefined;
}

export const findingTypes = ['error', 'warning', 'cart', 'plan-price-clicked', 'content-removed', 'found'] as const;
export type FindingType = (typeof findingTypes)[number];

/** What a rule found wrong. */
export interface Problem<E> {
  id: ProblemId;
  element: E;
  attribute: string | null;
  message: string;
}

/** As much of a site's settings as the rules compare with. */
export type SiteFacts = {
  plans: readonly { id: string; name: string; prices: readonly { id: string }[] }[];
  customFields: readonly Pick<App['customFields'][number], 'key' | 'visibility'>[];
};
