import type { Page } from '@playwright/test';
import { cards, type Portal } from '../../journeys/portal.ts';

/** Brings a visitor into the state that a screen needs, by the product's own calls and pages. */

/** Has an account and nothing else. */
export async function newcomer(portal: Portal): Promise<void> {
  await portal.registers();
}

/** Is pre-approved. */
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

/** Is at the payment step. */
export async function payer(portal: Portal): Promise<void> {
  await portal.arrivesPreapproved();
  await portal.open('enrol');
  await portal.choosesCohort();
}

/** Is at the payment step with a proved address: after many pictures a cohort's last places are left, which need one. */
async function provedPayer(portal: Portal): Promise<void> {
  await portal.provesAddress(await portal.arrivesPreapproved());
  await portal.open('enrol');
  await portal.choosesCohort();
}

/** Is on the card page, with a held seat. */
export async function holder(portal: Portal): Promise<void> {
  await provedPayer(portal);
  await portal.goesToPay('full');
}

/** Has paid and is on the receipt. */
export async function student(portal: Portal, option: 'full' | 'deposit' = 'full'): Promise<void> {
  await provedPayer(portal);
  await portal.goesToPay(option);
  await portal.paysWith(cards.success);
  await portal.isAt('payment/success');
  await portal.sees('Amount paid');
}

/** Has cancelled on the card page. */
export async function turnedBack(portal: Portal): Promise<void> {
  await holder(portal);
  await portal.page
    .getByRole('link', { name: /back|cancel/i })
    .first()
    .click();
  await portal.isAt('payment/cancel');
}

/** Intercepts an answer and changes it to a state that only time, a race or a fault produces. */
export async function answersWith<Data>(page: Page, path: string, change: (data: Data) => Data): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const got = await route.fetch();
    const { data } = (await got.json()) as { data: Data };
    await route.fulfill({ response: got, json: { data: change(data) } });
  });
}
