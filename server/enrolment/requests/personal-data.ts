import { keptDays } from '../../../shared/retention.ts';
import {
  anyOf,
  endsAfter,
  forMembersOf,
  ofAddress,
  ofMember,
  through,
  type PersonalTable,
} from '../../platform/personal-data.ts';
import { enrolmentSite } from '../enrolment-site.ts';

const withRequest = 'as long as the request';
const asked = anyOf(ofMember(), forMembersOf(enrolmentSite, ofAddress()));
const ofRequest = through('enquiry_id', 'enquiry', asked);

/** What is stored about people with requests. */
export const requestTables: readonly PersonalTable[] = [
  {
    table: 'enquiry',
    holds: 'what they asked the advisors',
    level: 'private',
    ends: endsAfter(keptDays.enquiry, { since: 'created_at', job: 'forget-old-enquiries', schedule: '50 4 * * *' }),
    kept: 'until the member goes',
    about: asked,
    without: ['digest'],
  },
  {
    table: 'enquiry_entry',
    holds: 'what advisors answered, and who looked after the request',
    level: 'private',
    kept: withRequest,
    about: ofRequest,
    without: ['request_key'],
  },
  {
    table: 'consultation',
    holds: 'the time of a consultation',
    level: 'private',
    kept: withRequest,
    about: ofRequest,
  },
  {
    table: 'reply_draft',
    holds: 'what an advisor has begun to answer',
    level: 'private',
    kept: 'until it is sent, or as long as the request',
    about: ofRequest,
  },
];
