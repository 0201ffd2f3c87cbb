import { buildPerson, type Portal } from '../../journeys/portal.ts';
import type { Screen } from './screen.ts';

const person = buildPerson();

async function fillsLeadForm(portal: Portal): Promise<void> {
  await portal.page.getByRole('combobox', { name: 'Course' }).selectOption({ label: 'Data Science & AI' });
  await portal.types('First name', 'Ana');
  await portal.types('Last name', 'Silva');
  await portal.types('Email', buildPerson().email);
  await portal.types('Phone', '+64 21 555 0100');
  await portal.presses('Get Course Outline');
  await portal.sees('Create Password');
}

async function asksForCode(portal: Portal, email = person.email): Promise<void> {
  await portal.types('Email', email);
  await portal.presses('Get Code');
  await portal.sees('Code Sent');
}

/** Ways in: log in, register, a forgotten password, the form for outlines. */
export const accountScreens: Screen[] = [
  { name: 'login', page: 'login' },
  { name: 'login-sent-here', act: (portal) => portal.open('enrol'), isFold: true },
  {
    name: 'login-empty',
    page: 'login',
    act: (portal) => portal.presses('Log In'),
  },
  {
    name: 'login-refused',
    page: 'login',
    async act(portal) {
      await portal.types('Email', person.email);
      await portal.types(/^Password/, person.password);
      await portal.presses('Log In');
      await portal.sees('The email address or password is not correct.');
    },
  },
  { name: 'register', page: 'register' },
  {
    name: 'register-errors',
    page: 'register',
    async act(portal) {
      await portal.types('First name', 'Ana');
      await portal.page.getByRole('checkbox').check();
      await portal.presses('Create Account');
    },
  },
  {
    name: 'register-short-password',
    page: 'register',
    async act(portal) {
      await portal.types('First name', 'Ana');
      await portal.types('Last name', 'Silva');
      await portal.types('Email', person.email);
      await portal.types(/^Password/, 'short');
      await portal.types('Confirm password', 'other');
      await portal.page.getByRole('checkbox').check();
      await portal.presses('Create Account');
    },
  },
  { name: 'forgot-password', page: 'forgotPassword' },
  { name: 'forgot-password-code', page: 'forgotPassword', act: (portal) => asksForCode(portal) },
  {
    name: 'forgot-password-errors',
    page: 'forgotPassword',
    async act(portal) {
      await asksForCode(portal);
      await portal.presses('Change Password');
    },
  },
  {
    name: 'forgot-password-done',
    async act(portal) {
      const { email, password } = await portal.arrivesPreapproved();
      await portal.page.context().clearCookies();
      await portal.open('forgotpassword');
      await asksForCode(portal, email);
      const { text } = await portal.getMail(email, /code|password/i);
      await portal.types(/code/i, /\b\d{6}\b/.exec(text)![0]);
      await portal.types(/^New password/, `${password}-new`);
      await portal.types('Confirm new password', `${password}-new`);
      await portal.presses('Change Password');
      await portal.sees('Your password has successfully been changed!');
    },
  },
  { name: 'outline-form', page: 'outlineForm' },
  { name: 'outline-form-errors', page: 'outlineForm', act: (portal) => portal.presses('Get Course Outline') },
  { name: 'outline-form-password', page: 'outlineForm', act: fillsLeadForm },
  {
    name: 'outline-form-outline',
    page: 'outlineForm',
    async act(portal) {
      await fillsLeadForm(portal);
      await portal.types(/^Password/, person.password);
      await portal.presses('Set Password & View Outline');
      await portal.sees('Here is your outline');
    },
  },
  {
    name: 'outline-form-dead-link',
    async act(portal) {
      await portal.open(`test#link=${'x'.repeat(43)}`);
      await portal.sees(/This link is not valid any more/);
    },
  },
];
