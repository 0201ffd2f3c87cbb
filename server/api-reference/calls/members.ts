import { memberCalls } from '../../../contract/calls/members.ts';
import { describeCalls } from '../call-note.ts';
import { member } from '../example-objects.ts';

const picture = '{intake}/files/7t0c3p6v8n2b4h8d2k9s1w5x.webp';

export const memberReference = describeCalls(memberCalls, {
  title: 'Current member',
  about: 'What the member who is signed in reads and changes about themself.',
  notes: {
    'GET /member': {
      summary: 'Read the current member',
      about: 'Answers null for a visitor and for a session that has ended.',
      example: { answer: { data: member } },
    },
    'POST /member': {
      summary: 'Change custom fields',
      about:
        'Merges; fields that are not sent stay. Undeclared keys are ignored. Clients may send all fields of a member back: an empty boolean, and a field the service writes that comes empty or as it is, are no write. Another value for a field that `customFields` of the site marks `restrictToAdmin` refuses the whole call with `field-not-writable`.',
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
        'Everything of the member goes: sessions, plans, teams of their own, posts, picture. It needs a log-in or a proof of the last ten minutes, and the member is told by mail. Open checkouts end and running subscriptions are cancelled; what was paid before is not refunded by this. A site may forbid it.',
      example: { answer: { data: { id: member.id } } },
    },
    'GET /member/json': {
      summary: 'Read the JSON of the current member',
      about: 'What the pages of a site keep for a member; null for none.',
      example: { answer: { data: { theme: 'dark', lastLesson: 4 } } },
    },
    'POST /member/json': {
      summary: 'Replace the JSON of the current member',
      about: 'Any JSON of at most 16 KB and 8 levels. It replaces what was there; nothing is merged.',
      example: {
        body: { json: { theme: 'dark', lastLesson: 5 } },
        answer: { data: { theme: 'dark', lastLesson: 5 } },
      },
    },
    'POST /member/profile-image': {
      summary: 'Set the profile image',
      about:
        'A form with one file: PNG, JPEG, WebP or GIF, judged by its content, of at most 4,000,000 bytes and 40 million pixels. It is kept as WebP of at most 512 × 512 pixels without anything but its pixels.',
      example: {
        answer: {
          data: { profileImage: picture },
          _internalUseOnly: { message: 'Your profile image has been updated.' },
        },
      },
    },
    'DELETE /member/profile-image': {
      summary: 'Remove the profile image',
      about: 'Succeeds also where there is none.',
      example: {
        answer: {
          data: { profileImage: null },
          _internalUseOnly: { message: 'Your profile image has been removed.' },
        },
      },
    },
    'GET /files/:name': {
      summary: 'Show a profile image',
      about: 'For the pages of any site, and to be kept for ever: another image has another address.',
      example: { params: { name: picture.split('/').at(-1)! }, answer: 'The image.' },
    },
  },
});
