/** The portal's site. Enrolment exists only for members of this one. */
export const enrolmentSite = 'app_enrolment';
