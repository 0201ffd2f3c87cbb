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
  careerConsultation: 'resources/career-consultation',
  terms: 'legal/terms',
  privacy: 'legal/privacy',
  accessibility: 'legal/accessibility',
  refunds: 'legal/refund-policy',
} as const;
