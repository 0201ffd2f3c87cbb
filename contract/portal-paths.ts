/** Every address of the portal, without its partner: the one place where they are written. */
export const portalPaths = {
  home: '',
  login: 'login',
  register: 'register',
  forgotPassword: 'forgotpassword',
  eligibility: 'eligibility',
  enrol: 'enrol',
  paymentSuccess: 'payment/success',
  paymentCancel: 'payment/cancel',
  outlineForm: 'test',
  profile: 'profile',
  faq: 'faq',
  cyber: 'courses/cyber-security',
  data: 'courses/data-science',
  software: 'courses/software-engineering',
  courseOutlines: 'resources/course-outlines',
  careerConsultation: 'resources/career-consultation',
  caseStudies: 'resources/case-studies',
  events: 'resources/events',
  terms: 'legal/terms',
  privacy: 'legal/privacy',
  accessibility: 'legal/accessibility',
  refunds: 'legal/refund-policy',
} as const;

export type PortalPath = keyof typeof portalPaths;
