import type { App } from '../contract/site.ts';
import type { HelpItem } from './about-problem.ts';
import type { ProblemId } from './problems.ts';

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
  /** What to write in place of the attribute, where that is known. */
  instead: Writing | undefined;
}

/** An attribute as it is to be written. */
export interface Writing {
  /** Without its prefix. */
  name: string;
  value: string;
}

export const findingTypes = ['error', 'warning', 'cart', 'plan-price-clicked', 'content-removed', 'found'] as const;
export type FindingType = (typeof findingTypes)[number];

/** What a rule found wrong. */
export interface Problem<E, Id extends string = ProblemId> {
  id: Id;
  element: E;
  attribute: string | null;
  message: string;
  /** In place of the title that all problems of this id have, where it would be wrong. */
  title?: string;
  /** What to write in place of the attribute, where that is known. */
  instead?: Writing;
}

/** As much of a site's settings as the rules compare with. */
export type SiteFacts = {
  plans: readonly { id: string; name: string; prices: readonly { id: string }[] }[];
  customFields: readonly Pick<App['customFields'][number], 'key' | 'visibility'>[];
  contentGroups: readonly Pick<App['contentGroups'][number], 'key' | 'urls'>[];
  authProviders: readonly Pick<App['authProviders'][number], 'provider'>[];
  /** Ids of problems that the site does not want to be told. */
  inspectorIgnores?: readonly string[] | undefined;
};
