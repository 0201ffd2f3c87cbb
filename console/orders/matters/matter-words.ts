import { disputeDays } from '../../../contract/console/matters.ts';
import type { MatterDetail } from '../../../contract/console/matter-schemas.ts';
import { educationLevels } from '../../../shared/education-levels.ts';
import { dateOf, momentOf, onStart } from '../../shell/times.ts';
import { amountText, paidCurrency } from '../order-words.ts';

/** What happened, and what holds until staff decide, by kind of review. */
export interface MatterWords {
  happened: string;
  holds: string;
}

type Order = NonNullable<MatterDetail['order']>;

/** An order with what to call its student. */
const tell = (matter: MatterDetail) => {
  const { order, payments, provider } = matter;
  const asked = order?.currency ?? provider?.currency ?? 'NZD';
  /** What came in, or is part of that. */
  const money = (cents: number) => amountText(cents, paidCurrency(asked, payments));
  return { order, who: order?.student || 'A student whose account is deleted', money };
};

const seatWords = ({ holdUntil, cohort }: Order): string =>
  holdUntil ? `A seat in ${cohort} is held until ${dateOf(holdUntil)}.` : `No seat in ${cohort} is held any more.`;

const payNothing = 'Do not pay by hand: the bank may take the money too. Answer or accept the dispute at the provider.';

const titles: Readonly<Record<string, string>> = {
  'amount-differs': 'Another amount was paid',
  unseated: 'Paid, and no seat',
  'unseated-order': 'Paid, and no seat',
  'refund-failed': 'Money could not be paid back',
  'refund-disputed': 'A refund waits for a dispute',
  'dispute-lost-in-part': 'A part was taken back by the bank',
  'unknown-payment': 'A payment that is not ours',
  'claimed-eligibility': 'Eligibility to confirm',
  'deleted-member-paid': 'Paid by a deleted account',
  'paid-twice': 'Paid twice',
  'member-gone': 'Paid after the account was deleted',
  'invariant-broken': 'More seats are taken than there are',
  dispute: 'Taken back by the bank',
  cohort: 'Few students',
};

/** What a matter is called, by what it is about. Every other kind is a payment for a plan that could not be given. */
export const titleOf = (about: string): string => titles[about] ?? 'Payment for a plan';

const generic = (matter: MatterDetail): MatterWords => ({
  happened: matter.note,
  holds: 'Nothing happens by itself.',
});

const wordsByAbout: Readonly<Record<string, (matter: MatterDetail) => MatterWords>> = {
  'amount-differs'(matter) {
    const { order, who, money } = tell(matter);
    if (!order) return generic(matter);
    return {
      happened: `${who} paid ${money(order.paidCents)}. The order asked for ${amountText(order.amountCents, order.currency)}.`,
      holds: `The money is here, and the student is not enrolled. ${seatWords(order)}`,
    };
  },
  unseated(matter) {
    const { order, who, money } = tell(matter);
    if (!order) return generic(matter);
    return {
      happened: `${who} paid ${money(order.paidCents)} for ${order.cohort} after its last seat had gone.`,
      holds: order.refundDueAt
        ? `The student was told, and may choose a cohort with a seat on their page. Unless they do, the money goes back by itself on ${momentOf(order.refundDueAt)}.`
        : 'This order does not wait any more: the student, a colleague or the time has decided.',
    };
  },
  'refund-failed'(matter) {
    const { order, who, money } = tell(matter);
    const owed = matter.ways.find(({ way }) => way === 'retry')?.backCents ?? 0;
    if (order && matter.isDisputed)
      return {
        happened: `A refund for ${who} failed, and then they disputed the payment.`,
        holds: payNothing,
      };
    return {
      happened: order
        ? `The bank did not take a refund for ${who}. A closed or replaced card is often the reason.`
        : matter.note,
      holds:
        order && owed > 0
          ? `${money(owed)} of theirs is still here. They were told that we write to them.`
          : 'The money is still at the card provider.',
    };
  },
  'refund-disputed'(matter) {
    const { order, who } = tell(matter);
    if (!order) return generic(matter);
    return {
      happened: `${who} disputed the payment, so the card provider refunds nothing of it until that is decided.`,
      holds: `${payNothing} If we win it, the refund is made by itself.`,
    };
  },
  'dispute-lost-in-part'(matter) {
    const { order, who } = tell(matter);
    if (!order) return generic(matter);
    return {
      happened: `${who} disputed a part of the payment, and the bank decided for them.`,
      holds:
        order.state === 'paid'
          ? 'The student keeps the seat, and the rest of the money is here until you decide.'
          : 'The rest of the money is here.',
    };
  },
  'unknown-payment'(matter) {
    const { money } = tell(matter);
    // A subscription that began without a payment has none to tell of.
    const provider = matter.provider?.id == null ? null : matter.provider;
    return {
      happened: provider
        ? `${money(provider.amountCents)} was paid on ${momentOf(provider.at)} by a card page of no order of ours.`
        : matter.note,
      holds:
        provider && provider.refundedCents > 0
          ? `${money(provider.refundedCents)} of it has gone back.`
          : 'The money is at the card provider. Nobody has a seat or a plan for it.',
    };
  },
  'claimed-eligibility'(matter) {
    const { order, who } = tell(matter);
    const level = order?.educationLevel ?? 'level11';
    const isClaimed = level === 'level11';
    return {
      happened: `${who} says that Admissions approved them, and ${order?.state === 'refunded' ? 'was' : 'is'} enrolled in ${order?.cohort ?? 'a cohort'}.`,
      holds: isClaimed
        ? 'They keep their seat. Confirm the approval before the course starts.'
        : `Their highest level is now “${educationLevels[level as keyof typeof educationLevels] ?? level}”.`,
    };
  },
  'deleted-member-paid'(matter) {
    const { order, money } = tell(matter);
    if (!order) return generic(matter);
    return {
      happened: `An account was deleted. It had paid ${money(order.paidCents)} for ${order.cohort}.`,
      holds:
        order.state === 'paid'
          ? 'The seat stays taken and the money is here until you decide. Deleting an account does not say that somebody leaves the class.'
          : 'The money is here until you decide. No seat is taken.',
    };
  },
  'paid-twice'(matter) {
    const { who, money, order } = tell(matter);
    return {
      happened: `${who} paid ${order ? money(order.paidCents) : 'money'} though another order of theirs was paid.`,
      holds: 'The second payment goes back by itself. This is for you to know, in case they ask.',
    };
  },
  'member-gone'(matter) {
    const { money, order } = tell(matter);
    return {
      happened: `${order ? money(order.paidCents) : 'Money'} arrived for an account that had been deleted.`,
      holds: 'It goes back by itself. This is for you to know, in case the payer asks.',
    };
  },
  'invariant-broken': ({ cohort, note }) => ({
    happened: cohort ? `${cohort.name} has ${cohort.capacity} seats, and ${cohort.taken} are taken or held.` : note,
    holds:
      'Everybody keeps their seat. Raise the seats of the cohort, or move somebody; the check runs again at night.',
  }),
  dispute(matter) {
    const { who } = tell(matter);
    return {
      happened: `${who} disputed a payment, and the bank decided for them.`,
      holds: `The seat is free again, and the student was told. This leaves the list by itself ${disputeDays} days after.`,
    };
  },
  cohort: ({ cohort }) => ({
    happened: cohort
      ? `${cohort.name} starts ${onStart(cohort.starts)}. ${cohort.taken} of its ${cohort.capacity} seats are taken or held.`
      : '',
    holds: 'Ask for more students, or move those it has. It leaves the list by itself once enough seats are sold.',
  }),
};

/** Kinds of reviews that ask about an order which goes on: they are over with it. */
const overWithOrder = ['amount-differs', 'claimed-eligibility', 'deleted-member-paid', 'dispute-lost-in-part'];

/** What holds of a matter that its order has left behind: it has ended, or will once its money has arrived. */
function overWordsOf({ about, order, ways }: MatterDetail): Partial<MatterWords> {
  if (!order || !overWithOrder.includes(about)) return {};
  if (order.state === 'refunded') return { holds: 'The order has ended, and nothing is left to decide here.' };
  // Of a deleted account nothing can be confirmed, whatever becomes of the money.
  const isAsked = about !== 'claimed-eligibility' || order.email !== null;
  return isAsked && ways.length > 0 && ways.every(({ way }) => way === 'seen')
    ? { holds: 'The money is on its way back. The order ends by itself once it has arrived.' }
    : {};
}

/** A matter in plain words. */
export const matterWordsOf = (matter: MatterDetail): MatterWords => ({
  ...(wordsByAbout[matter.about === 'unseated-order' ? 'unseated' : matter.about] ?? generic)(matter),
  ...overWordsOf(matter),
});
