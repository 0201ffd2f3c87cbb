import type { ComponentType } from 'react';
import { courses } from '../shared/courses.ts';
import type { PageName, ScreenName } from '../shared/portal-pages.ts';

/** Columns of the table of pages, `shared/portal-pages.ts`: a page that lacks one of them does not compile. */

/** What the browser needs to know of a page before it opens. */
interface Screen {
  /** What the tab says before the partner's name. Pages that change it as they go on name themselves. */
  title?: string;
  /** Fetched when the page is opened for the first time. */
  code: () => Promise<{ Component: ComponentType }>;
}

export const screens: Record<ScreenName, Screen> = {
  login: { title: 'Log in', code: () => import('./account/login.page.tsx') },
  register: { title: 'Create your account', code: () => import('./account/register.page.tsx') },
  forgotPassword: { title: 'Forgot your password?', code: () => import('./account/forgot-password.page.tsx') },
  outlineForm: { code: () => import('./leads/outline-form.page.tsx') },
  eligibility: { code: () => import('./eligibility/eligibility.page.tsx') },
  enrol: { code: () => import('./enrol/enrol.page.tsx') },
  paymentSuccess: { code: () => import('./payment/payment-success.page.tsx') },
  paymentCancel: { code: () => import('./payment/payment-cancel.page.tsx') },
  profile: { title: 'Profile', code: () => import('./profile/profile.page.tsx') },
  faq: { title: 'Questions and answers', code: () => import('./faq/faq.page.tsx') },
  cyber: { title: courses.cyber.name, code: () => import('./courses/cyber-security.page.tsx') },
  data: { title: courses.data.name, code: () => import('./courses/data-science.page.tsx') },
  software: { title: courses.software.name, code: () => import('./courses/software-engineering.page.tsx') },
  courseOutlines: { title: 'Course outlines', code: () => import('./resources/course-outlines.page.tsx') },
  careerConsultation: { title: 'Career consultation', code: () => import('./resources/career-consultation.page.tsx') },
  caseStudies: { title: 'Case studies', code: () => import('./resources/case-studies.page.tsx') },
  events: { title: 'Events and webinars', code: () => import('./resources/events.page.tsx') },
  terms: { title: 'Terms & Conditions', code: () => import('./legal/terms.page.tsx') },
  privacy: { title: 'Privacy', code: () => import('./legal/privacy.page.tsx') },
  accessibility: { title: 'Accessibility', code: () => import('./legal/accessibility.page.tsx') },
  refunds: { title: 'Refund policy', code: () => import('./legal/refund-policy.page.tsx') },
};

/** What the build alone needs to know of a page. */
interface PageHead {
  /** What a search result and a shared link say of it. */
  description: string;
  /** Whether the build renders its first screen: what people arrive at, and what looks the same in every browser. */
  isRendered: boolean;
  /** Modules it loads by itself once its first part is being read, and which are not preloaded therefore. */
  later?: readonly string[];
}

const aboutPortal =
  'The {enrolment} portal of {partner}: Cyber Security, Data Science & AI and Software Engineering, from eligibility to the first day.';
const aboutCourse = (name: string) =>
  `${name}, a {program} of {partner}: what you learn, the next start dates, the price and how to {enrol}.`;

/** Called by the build alone. A function, so that bundlers drop it whole: no page carries it. */
export const describePages = (): Record<PageName, PageHead> => ({
  home: { isRendered: false, description: aboutPortal },
  login: {
    isRendered: true,
    description: 'Log in to the {enrolment} portal of {partner} and continue where you left it.',
  },
  register: {
    isRendered: true,
    description: 'Create an account to check your eligibility and {enrol} in a tech {program} of {partner}.',
  },
  forgotPassword: {
    isRendered: true,
    description: 'Choose a new password for the {enrolment} portal of {partner} with a code we mail you.',
  },
  outlineForm: {
    isRendered: true,
    description:
      'Get the outline of a tech {program} of {partner}: what you learn, week by week, when it starts and what it costs.',
  },
  eligibility: { isRendered: false, description: aboutPortal },
  enrol: {
    isRendered: true,
    description: 'Choose a course, a start date and how to pay, and {enrol} in a tech {program} of {partner}.',
    later: ['enrol/payment-step.tsx'],
  },
  paymentSuccess: { isRendered: true, description: aboutPortal },
  paymentCancel: { isRendered: false, description: aboutPortal },
  profile: { isRendered: false, description: aboutPortal },
  faq: {
    isRendered: false,
    description: 'Answers about the tech {program} of {partner}: courses, dates, prices, payment and refunds.',
  },
  cyber: { isRendered: true, description: aboutCourse(courses.cyber.name) },
  data: { isRendered: true, description: aboutCourse(courses.data.name) },
  software: { isRendered: true, description: aboutCourse(courses.software.name) },
  courseOutlines: { isRendered: false, description: aboutPortal },
  careerConsultation: { isRendered: false, description: aboutPortal },
  caseStudies: { isRendered: false, description: aboutPortal },
  events: { isRendered: false, description: aboutPortal },
  terms: {
    isRendered: true,
    description:
      'The terms of the {enrolment} portal of {partner}: accounts, places, prices and what we owe each other.',
  },
  privacy: {
    isRendered: true,
    description: 'What the {enrolment} portal of {partner} keeps about you, why, and for how long.',
  },
  accessibility: {
    isRendered: true,
    description:
      'How accessible the {enrolment} portal of {partner} is, and whom to tell when something is in the way.',
  },
  refunds: {
    isRendered: true,
    description: 'When money paid to {partner} for a tech {program} is paid back, and how to ask for it.',
  },
});
