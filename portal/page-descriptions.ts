import type { PathName } from './partner/paths.ts';

/** What a search result and a shared link say of a page, by its name; pages without a line of their own have the first. */
export const descriptions: Partial<Record<PathName, string>> & { home: string } = {
  home: 'The {enrolment} portal of {partner}: Cyber Security, Data Science & AI and Software Engineering, from eligibility to the first day.',
  login: 'Log in to the {enrolment} portal of {partner} and continue where you left it.',
  register: 'Create an account to check your eligibility and {enrol} in a tech {program} of {partner}.',
  forgotPassword: 'Choose a new password for the {enrolment} portal of {partner} with a code we mail you.',
  outlineForm:
    'Get the outline of a tech {program} of {partner}: what you learn, week by week, when it starts and what it costs.',
  enrol: 'Choose a course, a start date and how to pay, and {enrol} in a tech {program} of {partner}.',
  faq: 'Answers about the tech {program} of {partner}: courses, dates, prices, payment and refunds.',
  cyber:
    'Cyber Security, a {program} of {partner}: what you learn, the next start dates, the price and how to {enrol}.',
  data: 'Data Science & AI, a {program} of {partner}: what you learn, the next start dates, the price and how to {enrol}.',
  software:
    'Software Engineering, a {program} of {partner}: what you learn, the next start dates, the price and how to {enrol}.',
  terms: 'The terms of the {enrolment} portal of {partner}: accounts, places, prices and what we owe each other.',
  privacy: 'What the {enrolment} portal of {partner} keeps about you, why, and for how long.',
  accessibility:
    'How accessible the {enrolment} portal of {partner} is, and whom to tell when something is in the way.',
  refunds: 'When money paid to {partner} for a tech {program} is paid back, and how to ask for it.',
};
