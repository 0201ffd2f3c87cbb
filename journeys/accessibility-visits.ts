import { isForMembers, portalPages, type ScreenName } from '../shared/portal-pages.ts';
import type { findFaults } from './accessibility.ts';
import { buildPerson, cards, expect, type Portal } from './portal.ts';

/** Checks the present screen; `state` names it in failures. */
export type Look = (state: string, options?: Parameters<typeof findFaults>[1]) => Promise<void>;
type Visit = (portal: Portal, look: Look) => Promise<void>;

const phone = { at: [360] };

/** How to reach the states of pages beyond their first screen. */
const visits: Partial<Record<ScreenName, Visit>> = {
  async login(portal, look) {
    // The redirect shows its message.
    await portal.open('enrol');
    await portal.sees('Access Denied');
    await portal.presses('Log In');
    await portal.sees('There is a problem');
    await look('errors and a message');
    await opensMenu(portal);
    await look('the menu of a visitor', phone);
  },
  async register(portal, look) {
    await portal.open('register');
    await portal.sees('Next intake');
    await look('as it opens');
    await portal.page.getByRole('checkbox').check();
    await portal.presses('Create Account');
    await portal.sees('There is a problem');
    await look('errors');
  },
  async forgotPassword(portal, look) {
    await portal.open('forgotpassword');
    await portal.presses('Get Code');
    await portal.sees('There is a problem');
    await look('errors');
    await portal.types('Email', buildPerson().email);
    await portal.presses('Get Code');
    await portal.sees('Code Sent');
    await portal.presses('Change Password');
    await portal.sees('There is a problem');
    await look('errors of the new password');
  },
  async outlineForm(portal, look) {
    await portal.open('test');
    await portal.presses('Get Course Outline');
    await portal.sees('There is a problem');
    await look('errors');
    await portal.page.getByRole('combobox', { name: 'Course' }).selectOption({ label: 'Data Science & AI' });
    await portal.types('First name', 'Ana');
    await portal.types('Last name', 'Silva');
    await portal.types('Email', buildPerson().email);
    await portal.types('Phone', '+64 21 555 0100');
    await portal.presses('Get Course Outline');
    await portal.sees('Create Password');
    await portal.types(/^Password/, 'short');
    await portal.presses('Set Password & View Outline');
    await portal.sees('There is a problem');
    await look('errors of the password');
  },
  async eligibility(portal, look) {
    await portal.signsUp();
    await portal.open('eligibility');
    await portal.presses('Continue');
    await portal.sees('There is a problem');
    await look('errors of the first step');
    await portal.types('Phone', '+64 21 555 0100');
    await portal.presses('Continue');
    await portal.presses('Check Eligibility');
    await portal.sees('There is a problem');
    await look('errors of the second step');
    await portal.page.getByRole('radio', { name: /^Certificate or lower/ }).check();
    await portal.presses('Check Eligibility');
    await portal.sees('Thank you for your interest');
    await portal.page.getByText('How we decided').click();
    await look('sent to a consultant');
    await portal.isPreapproved();
    await portal.open('eligibility');
    await portal.sees("Congratulations! You're Pre-approved");
    await look('pre-approved');
  },
  async enrol(portal, look) {
    await portal.arrivesPreapproved();
    await portal.open('enrol');
    await portal.sees('Step 2 of 3');
    await look('cohorts');
    await portal.presses(/Change/);
    await portal.sees('Step 1 of 3');
    await look('courses');
    await portal.choosesCourse('Cyber Security');
    await portal.choosesCohort();
    await portal.page.getByRole('checkbox').first().check();
    await look('a way to pay is chosen');
    await portal.page.setViewportSize({ width: 360, height: 900 });
    await portal.page.getByRole('region', { name: 'Order summary' }).getByRole('button').click();
    await look('the order is open', phone);
  },
  async paymentSuccess(portal, look) {
    await portal.arrivesPreapproved();
    await portal.open('enrol');
    await portal.choosesCohort();
    await portal.goesToPay('deposit');
    await portal.paysWith(cards.success);
    await portal.sees('Receipt');
    await look('the receipt');
  },
  async paymentCancel(portal, look) {
    await portal.arrivesPreapproved();
    await portal.open('enrol');
    await portal.choosesCohort();
    await portal.goesToPay('full');
    await portal.open('payment/cancel');
    await portal.sees(/Seat held until/);
    await look('a seat is held');
  },
  async profile(portal, look) {
    await portal.arrivesPreapproved();
    await portal.open('profile');
    await portal.types('Last name', 'Souza');
    await look('details, not saved');
    await portal.page.getByRole('tab', { name: 'Preferences' }).click();
    await portal.page.getByRole('radio', { name: 'Data Science & AI' }).check();
    await look('preferences, not saved');
    await portal.page.getByRole('tab', { name: 'Email' }).click();
    await look('email');
    await portal.page.getByRole('tab', { name: 'Security' }).click();
    await portal.sees('This browser');
    await look('security');
    await portal.page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await look('the side navigation is small', { at: [1440] });
    await opensMenu(portal);
    await look('the menu of a member', phone);
  },
  async faq(portal, look) {
    await portal.arrivesPreapproved();
    await portal.open('faq?tab=jobs');
    await opensAll(portal);
    await look('answers are open');
  },
  cyber: (portal, look) => readsCourse(portal, look, 'cyber'),
  data: (portal, look) => readsCourse(portal, look, 'data'),
  software: (portal, look) => readsCourse(portal, look, 'software'),
  async courseOutlines(portal, look) {
    await portal.arrivesPreapproved();
    await portal.open('resources/course-outlines');
    await portal.sees('Download PDF');
    await look('an outline');
  },
  async careerConsultation(portal, look) {
    await portal.arrivesPreapproved();
    await portal.open('resources/career-consultation');
    await portal.presses('Send Support Request');
    await portal.sees('There is a problem');
    await opensAll(portal);
    await look('errors of the message, answers are open');
    await portal.presses('Schedule Consultation');
    await portal.presses('Submit Request');
    await expect(portal.page.getByRole('dialog').getByText('There is a problem')).toBeVisible();
    await look('errors in the dialog');
  },
  async events(portal, look) {
    await portal.arrivesPreapproved();
    await portal.open('resources/events');
    await portal.page.getByRole('button', { name: 'Register', exact: true }).first().click();
    await portal.sees('You are registered');
    await look('registered for one');
  },
};

/** The visit of a page. By default it is opened by a person it opens to, and checked as it opens. */
export const visitOf = (page: ScreenName): Visit =>
  visits[page] ??
  (async (portal, look) => {
    if (isForMembers(page)) await portal.arrivesPreapproved();
    await portal.open(portalPages[page].path);
    await look('as it opens');
  });

async function readsCourse(portal: Portal, look: Look, course: 'cyber' | 'data' | 'software'): Promise<void> {
  await portal.arrivesPreapproved();
  await portal.open(portalPages[course].path);
  await portal.sees('Questions');
  await opensAll(portal);
  await look('every part is open');
}

/** Opens whatever can be opened in the content. */
async function opensAll({ page }: Portal): Promise<void> {
  const closed = page.locator('main').getByRole('button', { expanded: false });
  await closed.first().waitFor();
  while ((await closed.count()) > 0) await closed.first().click();
}

async function opensMenu({ page }: Portal): Promise<void> {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
}
