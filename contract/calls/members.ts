import { defineCalls, writesPerMember, type CallSubject, type LimitRule } from '../call.ts';
import {
  CurrentMemberAnswer,
  DeleteMemberAnswer,
  FileParams,
  MemberAnswer,
  MemberJsonAnswer,
  MemberJsonRequest,
  ProfileImageAnswer,
  UpdateMemberRequest,
} from '../members.ts';
import { member } from '../examples.ts';

const picture = '{intake}/files/7t0c3p6v8n2b4h8d2k9s1w5x.webp';

/** More than a person fills in. Each change may go to ten webhooks, and its deliveries are kept for a month. */
export const changesPerMember: LimitRule = { name: 'member-change', per: 'member', points: 120, seconds: 600 };
/** Each upload costs a process and a second of it. */
export const uploadsPerMember: LimitRule = { name: 'profile-image', per: 'member', points: 20, seconds: 60 * 60 };

/** The member: profile, JSON document, profile image and deletion. */
export const memberCalls = defineCalls({
  'GET /member': {
    summary: 'Read the current member',
    about: 'Answers null for a visitor and for a session that has ended.',
    caller: 'visitor',
    answer: CurrentMemberAnswer,
    example: { answer: { data: member } },
  },
  'POST /member': {
    summary: 'Change custom fields',
    about:
      'Merges `customFields`: fields you do not send stay, undeclared ones are ignored. A server-written field (`restrictToAdmin` in the site’s `customFields`) may be sent back empty or unchanged (line breaks do not count), and a boolean that has no value as `false`; any other value fails the whole call with `field-not-writable`.',
    caller: 'member',
    body: UpdateMemberRequest,
    answer: MemberAnswer,
    limits: [changesPerMember],
    refusals: ['field-not-writable', 'invalid-field-value'],
    example: {
      body: { customFields: { workshop: 'Wood turning' } },
      answer: {
        data: { ...member, customFields: { ...member.customFields, workshop: 'Wood turning' } },
        _internalUseOnly: { message: 'Your profile has been updated.' },
      },
    },
  },
  'DELETE /member': {
    summary: 'Delete the current member',
    about:
      'Everything of the member goes: sessions, plans, teams of their own, posts, picture. It needs a log-in or `POST /member/prove` of the last ten minutes; the member gets a mail. Open checkouts end and running subscriptions are cancelled; what was paid before is not refunded by this. A site may forbid it.',
    caller: 'member',
    limits: [writesPerMember],
    answer: DeleteMemberAnswer,
    refusals: ['access-denied', 'recent-login-required'],
    example: { answer: { data: { id: member.id } } },
  },
  'GET /member/json': {
    summary: 'Read the JSON of the current member',
    about: 'A JSON document the pages of the site store with the member; null if there is none.',
    caller: 'member',
    answer: MemberJsonAnswer,
    example: { answer: { data: { theme: 'dark', lastLesson: 4 } } },
  },
  'POST /member/json': {
    summary: 'Replace the JSON of the current member',
    about: 'Any JSON of at most 16 KB and 8 levels. It replaces what was there; nothing is merged.',
    caller: 'member',
    limits: [writesPerMember],
    body: MemberJsonRequest,
    answer: MemberJsonAnswer,
    example: {
      body: { json: { theme: 'dark', lastLesson: 5 } },
      answer: { data: { theme: 'dark', lastLesson: 5 } },
    },
  },
  'POST /member/profile-image': {
    summary: 'Set the profile image',
    about:
      'A form with one file: PNG, JPEG, WebP or GIF, judged by its content, of at most 4,000,000 bytes and 40 million pixels. It is kept as WebP of at most 512 × 512 pixels without anything but its pixels.',
    caller: 'member',
    file: 'profileImage',
    answer: ProfileImageAnswer,
    limits: [uploadsPerMember],
    refusals: ['invalid-file-type', 'file-size-too-large', 'storage-full'],
    example: {
      answer: {
        data: { profileImage: picture },
        _internalUseOnly: { message: 'Your profile image has been updated.' },
      },
    },
  },
  'DELETE /member/profile-image': {
    summary: 'Remove the profile image',
    about: 'Succeeds if there is none, too.',
    caller: 'member',
    limits: [writesPerMember],
    answer: ProfileImageAnswer,
    example: {
      answer: {
        data: { profileImage: null },
        _internalUseOnly: { message: 'Your profile image has been removed.' },
      },
    },
  },
  'GET /files/:name': {
    summary: 'Show a profile image',
    about: 'Needs no key. A browser may keep it for a day, a shared cache not at all; a new image has a new address.',
    caller: 'open',
    params: FileParams,
    mediaType: 'image/webp',
    refusals: ['not-found'],
    example: { params: { name: picture.split('/').at(-1)! }, answer: 'The image.' },
  },
});

/** What the API reference says of them. */
export const memberSubject: CallSubject = {
  title: 'Current member',
  about: 'What the member who is signed in reads and changes about themself.',
  calls: memberCalls,
};
