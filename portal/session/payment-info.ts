import type { PaymentInfo } from '../../contract/payments.ts';

/**
 * The saved payment, from its JSON text.
 *
 * @param text value of `payment-info`
 * @returns undefined for anything that is not a payment; never throws, for a receipt must always open
 */
export function parsePaymentInfo(text: string | undefined): PaymentInfo | undefined {
  try {
    const info = JSON.parse(text ?? '') as Partial<PaymentInfo> | null;
    const isPayment =
      typeof info?.cohortName === 'string' &&
      typeof info.course === 'string' &&
      typeof info.cohortStartDate === 'string' &&
      typeof info.amount === 'number' &&
      !Number.isNaN(Date.parse(info.date ?? ''));
    return isPayment ? (info as PaymentInfo) : undefined;
  } catch {
    return undefined;
  }
}
