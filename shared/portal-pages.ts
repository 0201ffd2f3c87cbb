/**
 * Who may open a page.
 * everyone: no question asked. visitors: members are sent on. members: visitors are sent to log in.
 * candidates: members who have not paid yet; members who have are sent to the receipt.
 * newcomers: visitors, and members without a password; members with a password are sent to the outlines.
 * readers: everyone where the partner opens its content, else members.
 */
export type OpensTo = 'everyone' | 'visitors' | 'members' | 'candidates' | 'newcomers' | 'readers';

/**
 * Every page of the portal (decision 0024): its address without the partner, and who may open it. A page without a row
 * does not exist, and a row that does not say who may open it does not compile. The code of a page, and what the build
 * says of it, are columns of this table in `portal/pages.ts`.
 */
export const portalPages = {
  home: { path: '', opensTo: 'everyone' },
  login: { path: 'login', opensTo: 'visitors' },
  register: { path: 'register', opensTo: 'visitors' },
  forgotPassword: { path: 'forgotpassword', opensTo: 'everyone' },
  eligibility: { path: 'eligibility', opensTo: 'candidates' },
  enrol: { path: 'enrol', opensTo: 'candidates' },
  paymentSuccess: { path: 'payment/success', opensTo: 'members' },
  paymentCancel: { path: 'payment/cancel', opensTo: 'members' },
  outlineForm: { path: 'test', opensTo: 'newcomers' },
  profile: { path: 'profile', opensTo: 'members' },
  faq: { path: 'faq', opensTo: 'readers' },
  cyber: { path: 'courses/cyber-security', opensTo: 'readers' },
  data: { path: 'courses/data-science', opensTo: 'readers' },
  software: { path: 'courses/software-engineering', opensTo: 'readers' },
  courseOutlines: { path: 'resources/course-outlines', opensTo: 'readers' },
  careerConsultation: { path: 'resources/career-consultation', opensTo: 'readers' },
  caseStudies: { path: 'resources/case-studies', opensTo: 'readers' },
  events: { path: 'resources/events', opensTo: 'readers' },
  terms: { path: 'legal/terms', opensTo: 'everyone' },
  privacy: { path: 'legal/privacy', opensTo: 'everyone' },
  accessibility: { path: 'legal/accessibility', opensTo: 'everyone' },
  refunds: { path: 'legal/refund-policy', opensTo: 'everyone' },
} satisfies Record<string, PageFacts>;

/** A row of the table. */
export interface PageFacts {
  path: string;
  opensTo: OpensTo;
}

/** The name of a page. */
export type PageName = keyof typeof portalPages;
/** A page that shows something: all but the address that only leads on. */
export type ScreenName = Exclude<PageName, 'home'>;

export const pageNames = Object.keys(portalPages) as PageName[];
export const screenNames = pageNames.filter((name): name is ScreenName => name !== 'home');

const forMembers: readonly OpensTo[] = ['members', 'candidates', 'readers'];
/** Whether a page sends visitors to log in, where the partner does not open its content. */
export const isForMembers = (name: PageName): boolean => forMembers.includes(portalPages[name].opensTo);
