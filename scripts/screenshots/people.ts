import type { Page } from '@playwright/test';
import { cards, type Portal } from '../../journeys/portal.ts';

/** The people who come to the screens, made by the calls and presses that make such people at any time. */

/** Has an account and nothing else. */
export async function newcomer(portal: Portal): Promise<void> {
  await portal.registers();
}

/** Could begin to enrol. */
export async function preapproved(portal: Portal): Promise<void> {
  await portal.arrivesPreapproved();
}

/** Was sent to an advisor. */
export async function advised(portal: Portal): Promise<void> {
  await portal.arrivesPreapproved();
  await portal.calls('/enrolment/eligibility/recheck', {});
  await answer(portal, 'level4');
}

async function answer(portal: Portal, educationLevel: string): Promise<void> {
  const person = { firstName: 'Ana', lastName: 'Silva', phone: '+64 21 555 0100' };
  await portal.calls('/enrolment/eligibility', { ...person, course: 'cyber', educationLevel });
}

/** Stands before the pay buttons. */
export async function payer(portal: Portal): Promise<void> {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
}

/** Has gone to the card page, and a seat is held. */
export async function holder(portal: Portal): Promise<void> {
  await payer(portal);
  await portal.goesToPay('full');
}

/** Has paid, and stands before the receipt. */
export async function student(portal: Portal, option: 'full' | 'deposit' = 'full'): Promise<void> {
  await payer(portal);
  await portal.goesToPay(option);
  await portal.paysWith(cards.success);
  await portal.isAt('payment/success');
  await portal.sees('Amount paid');
}

/** Has turned round at the card page. */
export async function turnedBack(portal: Portal): Promise<void> {
  await holder(portal);
  await portal.page
    .getByRole('link', { name: /back|cancel/i })
    .first()
    .click();
  await portal.isAt('payment/cancel');
}

/** Lets an answer say what only time, a race or a fault brings. The rest of it stays what the service said. */
export async function answersWith<Data>(page: Page, path: string, change: (data: Data) => Data): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const got = await route.fetch();
    const { data } = (await got.json()) as { data: Data };
    await route.fulfill({ response: got, json: { data: change(data) } });
  });
}
