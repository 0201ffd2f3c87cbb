import type { MatterDetail, MatterWay, OpenWay } from '../../../contract/console/matter-schemas.ts';
import { amountText, paidCurrency } from '../order-words.ts';

/** How a way out is offered, and what it will do. */
export interface WayWords {
  /** On the buttons. */
  press: string;
  /** A question. */
  title: string;
  /** What the press does, a line each. */
  consequences: string[];
  /** Said once it is done, and of a matter that was decided so. */
  told: string;
}

/** What a way does, in numbers. */
export function wayWordsOf(matter: MatterDetail, { way, backCents, openCents }: OpenWay): WayWords {
  const { order, provider, payments } = matter;
  const money = (cents: number) => amountText(cents, order?.currency ?? provider?.currency ?? 'NZD');
  const paid = (cents: number) => (order ? amountText(cents, paidCurrency(order.currency, payments)) : money(cents));
  const back = backCents > 0 ? paid(backCents) : 'What is left of the payment';
  const cohort = order?.cohort ?? '';
  // Of the course's price; what a bank took of the payment is not.
  const creditedCents = order ? order.amountCents + order.balanceCents - openCents : 0;
  const rest =
    openCents > 0 ? [`${money(openCents)} of the course’s price stay to be paid.`] : ['Nothing stays to be paid.'];
  const seat = [
    `The student has a seat in ${cohort} and is enrolled. Where it is full, they choose a cohort with a seat or have the money back.`,
    'They get the mail of an enrolled student, with these amounts.',
  ];
  const consequences: Record<MatterWay, string[]> = {
    accept: [`${money(creditedCents)} becomes what the order asked for.`, ...rest, ...seat],
    'accept-and-return': [`${back} goes back to the card: what was paid beyond the order.`, ...rest, ...seat],
    'pay-back': order
      ? [
          `${back} goes back to the card it came from.`,
          `The order ends${order.state === 'paid' ? `, and its seat in ${cohort} is free again` : ''}.`,
          order.email ? 'The student gets a mail about it.' : 'Nobody is mailed: the account is deleted.',
        ]
      : [`${back} goes back to the card it came from. We know no address to write to.`],
    move: ['The student has a seat in the cohort you choose and is enrolled.', 'No money moves.', seat[1]!],
    retry: [
      `${back} is asked to go back to the same card once more.`,
      ...(matter.isDisputed ? ['It waits for the end of the dispute, and is made if we win it.'] : []),
      'If it fails again, it comes back to this list.',
    ],
    'returned-elsewhere': [
      `The books say that ${back} has gone back by another way. No money moves now.`,
      ...(order?.email ? ['The student gets a mail about it.'] : []),
    ],
    confirm: ['The level you choose takes the place of what the student claimed.', 'Nobody is mailed.'],
    'not-confirmed': [
      'The student gets a mail: we could not find the approval, and ask for what shows their highest qualification.',
      'Seat and money stay. To pay the money back, open the order.',
    ],
    keep: ['Money and seat stay as they are.', 'The matter leaves the list.'],
    note: ['Nothing moves. What you write below is kept.', 'The matter leaves the list.'],
    seen: ['Nothing moves.', 'The matter leaves the list.'],
  };
  return { ...wayNames[way], consequences: consequences[way] };
}

/** What each way is called. */
export const wayNames: Readonly<Record<MatterWay, Omit<WayWords, 'consequences'>>> = {
  accept: { press: 'Accept what was paid', title: 'Accept what was paid?', told: 'The payment was accepted' },
  'accept-and-return': {
    press: 'Accept, and pay the surplus back',
    title: 'Accept, and pay the surplus back?',
    told: 'The payment was accepted, and the surplus goes back',
  },
  'pay-back': { press: 'Pay all back', title: 'Pay all back?', told: 'The money goes back' },
  move: { press: 'Give a seat', title: 'Give a seat in a cohort?', told: 'The student has a seat' },
  retry: { press: 'Try again', title: 'Try the refund again?', told: 'The refund was tried again' },
  'returned-elsewhere': {
    press: 'It was paid another way',
    title: 'Was it paid back another way?',
    told: 'The money went back another way',
  },
  confirm: { press: 'Confirm', title: 'Confirm the eligibility?', told: 'The eligibility was confirmed' },
  'not-confirmed': {
    press: 'It cannot be confirmed',
    title: 'Tell the student that it cannot be confirmed?',
    told: 'The student was told that it cannot be confirmed',
  },
  keep: { press: 'Leave money and seat', title: 'Leave money and seat?', told: 'Money and seat stay' },
  note: { press: 'Note what it was', title: 'Note what it was?', told: 'What it was is noted' },
  seen: { press: 'Seen', title: 'Take it off the list?', told: 'Somebody has seen it' },
};
