import type { ReactNode, Ref } from 'react';
import { partnerTitle } from '../../shared/partners.ts';
import { usePartner } from '../partner/partner.tsx';
import type { Receipt } from './receipt-rows.ts';

/** The receipt as it stands on the page and, by itself, on paper. */
export function ReceiptSheet({
  receipt,
  student,
  isPartnerKnown,
  sheet,
}: {
  receipt: Receipt;
  student: ReactNode;
  /** Whether the order has said that it was this partner who was paid. Where it has not, the sheet names none. */
  isPartnerKnown: boolean;
  sheet: Ref<HTMLElement>;
}) {
  const partner = usePartner();
  return (
    <section
      ref={sheet}
      aria-labelledby="receipt-heading"
      className="receipt @container rounded-xl border border-line bg-white p-6 shadow-card md:p-8"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="receipt-heading" className="text-h2">
          Receipt
        </h2>
        {isPartnerKnown && <p className="text-sm text-muted">{partnerTitle(partner)}</p>}
      </div>
      <dl className="mt-4">
        <Row name="Reference" value={receipt.reference} />
        <Row name="Student" value={student} />
        {isPartnerKnown && (
          <Row
            name="Paid to"
            value={`${partner.code.toUpperCase()} ${partner.words.Enrolment}, ${partner.supportEmail}, ${new URL(partner.mainWebsite).host}`}
          />
        )}
        {receipt.rows.map(({ name, value }) => (
          <Row key={name} name={name} value={value} />
        ))}
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 pt-4">
          <dt className="font-semibold">Amount paid</dt>
          <dd className="text-h2 tabular-nums">{receipt.amount}</dd>
        </div>
      </dl>
      <p className="mt-1 text-sm text-muted">Taxes included where they apply</p>
      {receipt.paymentId && (
        <p className="mt-4 text-xs wrap-anywhere text-muted">{`Payment id ${receipt.paymentId}`}</p>
      )}
    </section>
  );
}

function Row({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b border-line py-2.5 @md:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted @max-md:text-sm">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{value}</dd>
    </div>
  );
}
