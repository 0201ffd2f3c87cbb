import { formatInCurrency } from '../../../../shared/format.ts';
import type { Mail } from '../../../platform/mail.ts';
import { composeSiteMail, mailName } from '../../sites/site-mail.ts';
import type { Site } from '../../sites/site.ts';

/** Why a paid checkout gives no plan: the note for staff, and the sentence for the member where there is one to tell. */
export const obstacles = {
  'gone-already': { note: 'The money had gone back before the plan was given.' },
  'member-gone': { note: 'Paid by a member who has been deleted. It is being refunded.' },
  'price-gone': {
    note: 'Paid for a price the site does not have any more. It is being refunded.',
    told: 'The price is not offered any more.',
  },
  'other-mode': {
    note: 'Paid at a site that has gone live, or into test mode, meanwhile. It is being refunded.',
    told: 'The site changed how it takes payments while you paid.',
  },
  'paid-twice': {
    note: 'A second payment for a plan the member has. It is being refunded.',
    told: 'You had this plan already, and keep it.',
  },
  'nothing-to-change': {
    note: 'The subscription whose price was to change had ended, or was charged meanwhile. The new one ends before it charges.',
    told: 'The subscription that it was to replace had ended or was charged meanwhile, and stays as it is.',
  },
  'second-team': {
    note: 'Paid for a second team by a member who may have one. It is being refunded.',
    told: 'You own a team already, and can own no second one.',
  },
  'coupon-used-up': {
    note: 'Paid with a coupon that had been used as often as it may be. It is being refunded.',
    told: 'The coupon had been used as often as it may be. Without it, you can buy the plan as before.',
  },
  'plan-full': {
    note: 'Paid after the plan had taken its last member. It is being refunded.',
    told: 'The last place was taken while you paid.',
  },
} as const satisfies Record<string, { note: string; told?: string }>;

/** Why a paid checkout gives no plan. */
export type Obstacle = keyof typeof obstacles;

interface Told {
  why: Obstacle;
  /** The plan's name; undefined when the site has it no more. */
  plan: string | undefined;
  /** What was paid and goes back. */
  paid: { amountCents: number; currency: string } | undefined;
}

/**
 * The mail to a member whose payment gives no plan: the page they came back to only knows that the plan is not there yet.
 *
 * @returns undefined when there is nothing to tell: the money went back before, or the member is gone
 */
export function composeNotGiven(site: Site, to: string, { why, plan, paid }: Told): Mail | undefined {
  const obstacle = obstacles[why];
  if (!('told' in obstacle)) return undefined;
  const purchase = describePurchase(plan);
  return composeSiteMail(site, to, {
    kind: 'plan-not-given',
    subject: `${mailName(site)}: ${paid ? 'Your payment goes back' : 'Your purchase could not be completed'}`,
    before: [
      `${purchase} could not be completed. ${obstacle.told}`,
      paid
        ? `The ${formatInCurrency(paid.currency.toUpperCase(), paid.amountCents)} that you paid goes back in full, to the card or account it came from. Your bank may take ten working days to show it.`
        : 'Nothing was charged.',
    ],
    after: [],
  });
}

const describePurchase = (plan: string | undefined) =>
  plan === undefined ? 'Your purchase' : `Your purchase of ${plan}`;

/**
 * The mail to a member whose money could not be paid back: `composeNotGiven` had said that it goes back, or the refund had
 * ended the plan.
 *
 * @param plan its name; undefined when the site has it no more
 */
export const composeRefundFailed = (
  site: Site,
  to: string,
  { plan, wasGiven }: { plan: string | undefined; wasGiven: boolean },
): Mail =>
  composeSiteMail(site, to, {
    kind: 'plan-refund-failed',
    subject: `${mailName(site)}: Your refund did not go through`,
    before: [
      `${describePurchase(plan)} ${wasGiven ? 'was to be refunded' : 'could not be completed'}, and the money could not be paid back to the card or account it came from. A closed or replaced card is often the reason. The money has not reached you.`,
      'You need not do anything now. The people behind this site have been told, and look for another way. Nobody asks you for card numbers or passwords by mail.',
    ],
    after: [],
  });
