import { courses, type CourseCode } from './courses.ts';
import type { Partner } from './partners.ts';

/** Below this address lie the course outlines. */
export const outlinesPrefix = '/outlines/';

/** The address of a course's outline as a PDF, in the partner's words and colours: `/outlines/uts/cyber-security.pdf`. */
export const outlineAddress = ({ code }: Pick<Partner, 'code'>, course: CourseCode): string =>
  `${outlinesPrefix}${code}/${courses[course].slug}.pdf`;

/** The same file as a download (`Content-Disposition: attachment`). */
export const outlineDownload = (partner: Pick<Partner, 'code'>, course: CourseCode): string =>
  `${outlineAddress(partner, course)}?download`;
