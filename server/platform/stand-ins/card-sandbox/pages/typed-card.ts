import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PaidWith } from '../wire/card.ts';
import { brandOf, digitsOf, findFaults, labelOfBrand, readExpiry, type TypedCard } from './assets/card-rules.js';
import type { Typed } from './card-form.ts';

/** Where the browser goes next, or what the form shows. */
export type Answer = { redirect: string } | Pick<Typed, 'faults' | 'declined'>;

export function readTyped(body: unknown): TypedCard {
  const given = (body ?? {}) as Record<string, unknown>;
  const text = (name: keyof TypedCard) => (typeof given[name] === 'string' ? given[name].slice(0, 200) : '');
  return { number: text('number'), expiry: text('expiry'), cvc: text('cvc'), name: text('name') };
}

/** Validates an entered card. */
export function readCard(typed: TypedCard): Omit<PaidWith, 'email'> | { faults: NonNullable<Typed['faults']> } {
  const faults = findFaults(typed, new Date());
  const expiry = readExpiry(typed.expiry);
  if (Object.keys(faults).length > 0 || !expiry) return { faults };
  const number = digitsOf(typed.number);
  return {
    number,
    brand: brandOf(number).name,
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    name: typed.name.trim(),
  };
}

/** "Visa ending in 4242" */
export const nameOfCard = ({ brand, number }: Pick<PaidWith, 'brand' | 'number'>): string =>
  `${labelOfBrand(brand)} ending in ${number.slice(-4)}`;

/** Whether the request comes from the page's script, not from a form submission. */
export const isFromScript = ({ headers }: FastifyRequest): boolean =>
  String(headers['content-type']).startsWith('application/json');

export function answerScript(reply: FastifyReply, answer: Answer): FastifyReply {
  const status = 'redirect' in answer ? 200 : answer.declined === undefined ? 422 : 402;
  return reply.code(status).send(answer);
}

export const showPage = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(markup);
