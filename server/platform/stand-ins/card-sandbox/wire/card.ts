/** The card a payment is made with, and who holds it. */
export interface PaidWith {
  number: string;
  brand: string;
  expiryMonth: number;
  expiryYear: number;
  name: string;
  email: string | null;
  /** The kept card it is, where it is one. */
  paymentMethod?: string;
}
