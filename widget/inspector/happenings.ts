import { tabStore } from '../../client/storage.ts';
import type { App } from '../../contract/site.ts';
import type { Finding } from '../../inspection/finding.ts';
import { on, read } from '../page/dom.ts';
import { sentFromKey } from '../page/redirect.ts';
import type { Page, TakenOut } from '../page/page.ts';

/** Findings that are about what happens on the page: its cart, presses, and what was taken out. */

type Happening = Finding<Element>;

const about = {
  attribute: null,
  element: undefined,
  instead: undefined,
  help: [
    {
      title: 'How the cart works',
      description:
        'What a visitor chooses is kept for this tab, and used once: a free plan with the sign-up, a price with a payment after sign-up or log-in. data-ms-price:remove="all" forgets the price.',
    },
  ],
} satisfies Partial<Happening>;

/** What a visitor has chosen and not used yet. */
export function cartFindings(cart: Page['cart']): Happening[] {
  const plans = cart.read('plan').join(', ');
  // One price is paid, with one coupon.
  const [price] = cart.read('price');
  const [coupon] = cart.read('coupon');
  const payment = price && coupon ? `${price}, coupon ${coupon}` : (price ?? '');
  const [forSignup, forCheckout]: Happening[] = [
    {
      ...about,
      id: 'ready-for-signup',
      type: 'cart',
      title: 'Ready for Signup',
      description: 'A free plan waits in this tab. Whoever signs up or logs in now gets it.',
      documentation: '/docs/attributes#plans-and-prices',
      value: plans,
      message: plans,
    },
    {
      ...about,
      id: 'ready-for-checkout',
      type: 'cart',
      title: 'Ready for Checkout',
      description: 'A price waits in this tab. Whoever signs up or logs in now goes on to pay it.',
      documentation: '/docs/attributes#plans-and-prices',
      value: payment,
      message: payment,
    },
  ];
  return [...(plans ? [forSignup!] : []), ...(payment ? [forCheckout!] : [])];
}

/** Elements taken out because the visitor may not see them. */
export const removedFindings = (takenOut: TakenOut): Happening[] =>
  [...takenOut.values()].map((element) => {
    const value = read(element, 'content') ?? '';
    return {
      id: 'content-removed',
      type: 'content-removed',
      title: 'Content removed',
      description:
        'Somebody who sees the page as you do now is not meant to see this, so it was taken out of the page.',
      help: [
        {
          title: 'How to see it',
          description:
            'Log in or out in the Member tab, with a member for whom it is meant. It comes back without a reload.',
        },
      ],
      documentation: '/docs/attributes#data-ms-content',
      attribute: 'data-ms-content',
      value,
      message: `data-ms-content="${value}"`,
      element,
      instead: undefined,
    };
  });

/** That the visitor meant to open another page, which is gated and has sent them here. */
export function sentFindings({ mayOpen, membership }: Page, { contentGroups, plans }: App): Happening[] {
  const from = tabStore.read(sentFromKey);
  if (!from || document.referrer !== from.replace(/#.*/s, '')) return [];
  const names = contentGroups
    .filter((group) => !mayOpen([group], membership.knownMember(), from))
    .map((group) => (group.allowAllMembers ? 'members' : `members with ${namesOf(group, plans)}`));
  if (names.length === 0) return [];
  return [
    {
      id: 'sent-here',
      type: 'content-removed',
      title: 'Sent here from a gated page',
      description:
        'A visitor who sees the page as you do now may not open that one. A log-in leads back to it, unless a redirect leads elsewhere.',
      help: [],
      documentation: '/docs/gating#whole-pages',
      attribute: null,
      value: from,
      message: `Sent here from ${new URL(from).pathname}: for ${names.join(' and ')}`,
      element: undefined,
      instead: undefined,
    },
  ];
}

const namesOf = ({ plans }: App['contentGroups'][number], all: App['plans']): string =>
  plans.map(({ id }) => all.find((plan) => plan.id === id)?.name ?? id).join(' or ');

/** Presses kept; older ones are dropped. */
const mostPresses = 50;

/** @returns the presses of plan and price buttons since the page was loaded, the latest first */
export function rememberPresses(onPress: () => void): () => Happening[] {
  const presses: Happening[] = [];
  let count = 0;
  on('intake:plan-price-clicked' as never, (event: Event) => {
    const { attribute, value } = (event as CustomEvent<{ attribute: string; value: string }>).detail;
    count += 1;
    presses.unshift({
      id: `pressed-${count}`,
      type: 'plan-price-clicked',
      title: 'Plan or price pressed',
      description: 'A visitor’s choice is kept for the tab; a member takes the plan or goes to pay at once.',
      help: about.help,
      documentation: `/docs/attributes#data-ms-${attribute.replace(':', '-')}`,
      attribute: `data-ms-${attribute}`,
      value,
      message: `data-ms-${attribute}="${value}"`,
      element: undefined,
      instead: undefined,
    });
    presses.length = Math.min(presses.length, mostPresses);
    onPress();
  });
  return () => presses;
}
