/** The site of the portal. Enrolment exists for its members alone. */
export const enrolmentSite = 'app_enrolment';
