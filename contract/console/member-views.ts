import * as z from 'zod/mini';
import { defineCalls, writesPerStaff, type ConsoleSubject } from '../call.ts';
import { limits } from '../limits.ts';
import { MemberParams } from './members-schemas.ts';

const BeginViewRequest = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.reasonMaxLength)),
  /** The address of the page to see: of the portal, or one of the site's with the widget on it. */
  page: z.string().check(z.minLength(1), z.maxLength(2_000)),
});
const BegunView = z.object({
  id: z.string(),
  /** The page's address with a code that works once. */
  url: z.string(),
  /** ISO */
  endsAt: z.string(),
  /** Whether the member gets a mail about it. */
  isTold: z.boolean(),
});

/** Staff see as a member. */
export const memberViewConsoleCalls = defineCalls({
  'POST /console/api/sites/:siteId/members/:memberId/views': {
    summary: 'See as a member',
    about:
      'Read-only, for 30 minutes. It begins with this call and stands in the audit log with its reason. The address that is answered opens it once.',
    caller: 'staff',
    may: { permission: 'see-as-member', within: 'site' },
    params: MemberParams,
    body: BeginViewRequest,
    answer: z.object({ data: BegunView }),
    limits: [writesPerStaff],
    refusals: ['not-found', 'member-not-found', 'url-not-allowed'],
    example: {
      params: { siteId: 'app_demo', memberId: 'mem_sb_2k9s1w5x7t0c' },
      body: { reason: 'Cannot find the course.', page: 'http://localhost:4100/' },
      answer: {
        data: {
          id: 'view_8n2b4h8d2k9s',
          url: 'http://localhost:4100/#intake-view=Zk3v9Qm1',
          endsAt: '2026-11-23T03:40:00.000Z',
          isTold: false,
        },
      },
    },
  },
});

/** What is said of them. */
export const memberViewConsoleSubject: ConsoleSubject = {
  title: 'See as a member',
  about: 'What a member sees, read-only, in the portal or on a page with the widget.',
  calls: memberViewConsoleCalls,
};
