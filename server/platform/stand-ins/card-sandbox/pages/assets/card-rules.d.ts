export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

export function digitsOf(text: string): string;
export function brandOf(number: string): { name: string; label: string };
export function labelOfBrand(name: string): string;
export function groupNumber(text: string): string;
export function readExpiry(text: string): { month: number; year: number } | undefined;
export function findFaults(card: TypedCard, today: Date): Partial<Record<keyof TypedCard, string>>;
