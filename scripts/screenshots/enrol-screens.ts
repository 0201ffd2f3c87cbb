import type { Catalogue } from '../../contract/cohorts.ts';
import type { Order } from '../../contract/payments.ts';
import type { Portal } from '../../journeys/portal.ts';
import { advised, answersWith, holder, newcomer, payer, preapproved } from './people.ts';
import type { Screen } from './screen.ts';

const toStudies = async (portal: Portal) => {
  await portal.types('Phone', '+64 21 555 0100');
  await portal.presses('Continue');
  await portal.sees('Step 2 of 2');
};

/** The two steps of the check and what comes of it. */
export const eligibilityScreens: Screen[] = [
  { name: 'eligibility-1', page: 'eligibility', as: newcomer },
  {
    name: 'eligibility-1-errors',
    page: 'eligibility',
    as: newcomer,
    async act(portal) {
      await portal.types('Full name', '');
      await portal.presses('Continue');
    },
  },
  { name: 'eligibility-2', page: 'eligibility', as: newcomer, act: toStudies },
  {
    name: 'eligibility-2-errors',
    page: 'eligibility',
    as: newcomer,
    async act(portal) {
      await toStudies(portal);
      await portal.presses('Check Eligibility');
    },
  },
  { name: 'eligibility-preapproved', page: 'eligibility', as: preapproved },
  {
    name: 'eligibility-preapproved-how',
    page: 'eligibility',
    as: preapproved,
    act: (portal) => portal.page.getByText('How we decided').click(),
  },
  { name: 'eligibility-advisor', page: 'eligibility', as: advised },
];

const toCourses = async (portal: Portal) => {
  await portal.presses(/Change/);
  await portal.sees('Step 1 of 3');
};

/** Simulates taken seats: the first open cohort is full, the next has few left, and the third is held. */
const seatsGo = ({ page }: Portal) =>
  answersWith<Catalogue>(page, '/enrolment/catalogue*', (catalogue) => {
    const open = catalogue.cohorts.filter(({ course, state }) => course === 'cyber' && state === 'open');
    if (open[0]) open[0].seats = { state: 'full', left: 0 };
    if (open[1]) open[1].seats = { state: 'few', left: 3 };
    if (open[2]) open[2].seats = { state: 'full', left: null, mayComeBack: true };
    return catalogue;
  });

/** Simulates a payment that the bank is still processing. */
const paysByBank = ({ page }: Portal) =>
  answersWith<Order | null>(page, '/enrolment/order', (order) => order && { ...order, state: 'processing' });

const never = () => new Promise<void>(() => undefined);
const ticks = (option: RegExp) => async (portal: Portal) => {
  await portal.page.getByRole('region', { name: option }).getByRole('checkbox').check();
};

const pressesPay = async (portal: Portal) => {
  await ticks(/full/i)(portal);
  await portal.page
    .getByRole('button', { name: /^Pay .* in full/ })
    .filter({ visible: true })
    .first()
    .click();
};

const refusesCheckouts = ({ page }: Portal, status: number, error: { code: string; message: string }) =>
  page.route('**/enrolment/checkout', (route) => route.fulfill({ status, json: { error } }));

/** Course, cohort, payment, and what may come between. */
export const enrolScreens: Screen[] = [
  { name: 'enrol-1-course', page: 'enrol', as: preapproved, act: toCourses },
  { name: 'enrol-2-cohort', page: 'enrol', as: preapproved },
  {
    name: 'enrol-2-full-cohort',
    page: 'enrol',
    as: preapproved,
    before: seatsGo,
    act: ({ page }) => page.getByText('All places in this cohort are taken.').first().scrollIntoViewIfNeeded(),
  },
  {
    name: 'enrol-2-held-cohort',
    page: 'enrol',
    as: preapproved,
    before: seatsGo,
    act: ({ page }) =>
      page
        .getByText(/^The last places are held/)
        .first()
        .scrollIntoViewIfNeeded(),
  },
  {
    name: 'enrol-2-chosen',
    page: 'enrol',
    as: preapproved,
    act: (portal) =>
      portal.page.getByRole('radio').locator('visible=true').and(portal.page.locator(':enabled')).first().check(),
  },
  { name: 'enrol-3-payment', page: 'enrol', as: payer },
  { name: 'enrol-3-full', page: 'enrol', as: payer, act: ticks(/full/i) },
  { name: 'enrol-3-deposit', page: 'enrol', as: payer, act: ticks(/deposit/i) },
  { name: 'enrol-3-pay-bar', page: 'enrol', as: payer, act: ticks(/deposit/i), isFold: true },
  {
    name: 'enrol-3-order-open',
    page: 'enrol',
    as: payer,
    widths: [360],
    async act(portal) {
      await portal.page.getByRole('region', { name: 'Order summary' }).getByRole('button').click();
    },
  },
  { name: 'enrol-3-held', page: 'enrol', as: holder },
  { name: 'enrol-payment-processing', page: 'enrol', as: holder, before: paysByBank },
  {
    name: 'enrol-3-refused',
    page: 'enrol',
    as: payer,
    async act(portal) {
      await portal.page.route('**/enrolment/checkout', (route) => route.abort());
      await pressesPay(portal);
      await portal.sees('The payment page cannot be reached at the moment');
    },
  },
  {
    name: 'enrol-3-too-often',
    page: 'enrol',
    as: payer,
    async act(portal) {
      const wait = 'Too many attempts. Please try again in 42 minutes.';
      await refusesCheckouts(portal, 429, { code: 'too-many-requests', message: wait });
      await pressesPay(portal);
      await portal.sees(wait);
    },
  },
  {
    name: 'enrol-3-confirm-address',
    page: 'enrol',
    as: payer,
    isFold: true,
    async act(portal) {
      await refusesCheckouts(portal, 403, { code: 'email-unproved', message: '' });
      await pressesPay(portal);
      await portal.sees('Confirm and go to payment');
    },
  },
  {
    name: 'enrol-3-confirm-address-error',
    page: 'enrol',
    as: payer,
    isFold: true,
    async act(portal) {
      await portal.presses('Confirm it now');
      await portal.types('Code', '123456');
      await portal.page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
      await portal.sees('There is a problem');
    },
  },
  {
    name: 'enrol-leaving',
    page: 'enrol',
    as: payer,
    isFold: true,
    isBusy: true,
    async act(portal) {
      // On 204 No Content the browser stays on the page.
      await portal.page.route('**/dev/card/pay/**', (route) => route.fulfill({ status: 204 }));
      await pressesPay(portal);
      await portal.sees('Opening the secure payment page');
    },
  },
  {
    name: 'enrol-loading',
    page: 'enrol',
    as: preapproved,
    isBusy: true,
    isFold: true,
    before: ({ page }) => page.route('**/enrolment/catalogue*', never),
    act: (portal) => portal.sees('Loading'),
  },
  {
    name: 'enrol-unavailable',
    page: 'enrol',
    as: preapproved,
    before: ({ page }) => page.route('**/enrolment/catalogue*', (route) => route.abort()),
    act: (portal) => portal.sees('Courses and prices did not load'),
  },
];
