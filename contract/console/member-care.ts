import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { sendCallsPerClient } from '../calls/sign-in.ts';
import { member } from '../examples.ts';
import {
  CreatedMemberAnswer,
  CreateMemberRequest,
  ErasedAnswer,
  EraseRequest,
  ErasureAnswer,
  LiftRequest,
  NoteParams,
  RemoveFactorsRequest,
  SuspendRequest,
} from './member-care-schemas.ts';
import { shownMember } from './members.ts';
import { MemberAnswer, MemberParams, SiteParams } from './members-schemas.ts';
import {
  AddNoteRequest,
  ChangeNoteRequest,
  DeletedNoteAnswer,
  NoteAnswer,
  NotesAnswer,
  NotesQuery,
  type Note,
} from './notes.ts';

const site = { siteId: 'app_demo' };
const params = { ...site, memberId: member.id };
const note: Note = {
  id: 'note_5k2r8w0c1x7t9y3p6v4n2b8m',
  author: 'Ana',
  isOwn: true,
  body: 'Called: the invoice goes to her employer.',
  version: 1,
  createdAt: '2026-11-23T03:10:00.000Z',
  changedAt: null,
};
const ofNote = { ...params, noteId: note.id };

const maySee = { permission: 'see-members', within: 'site' } as const satisfies StaffMay;
const mayChange = { permission: 'change-members', within: 'site' } as const satisfies StaffMay;
const mayErase = { permission: 'export-members', within: 'site' } as const satisfies StaffMay;
const ofMember = ['not-found', 'member-not-found'] as const;

/** What staff do about a member beside changing their values. */
export const memberCareCalls = defineCalls({
  'POST /console/api/sites/:siteId/members': {
    summary: 'Create a member',
    about:
      'Nothing is mailed unless `invite` is true: then a code and a link for a password. With `verified` it needs a fresh proof of who asks.',
    caller: 'staff',
    may: mayChange,
    params: SiteParams,
    body: CreateMemberRequest,
    answer: CreatedMemberAnswer,
    limits: [writesPerStaff, sendCallsPerClient],
    refusals: [
      'not-found',
      'invalid-email',
      'email-already-in-use',
      'plan-not-found',
      'plan-not-free',
      'test-mode-member-limit-reached',
      'invalid-field-value',
      'field-not-writable',
      'recent-login-required',
    ],
    example: {
      params: site,
      body: { email: 'ana.silva@example.org', verified: false, invite: true },
      answer: { data: { member: shownMember, mailAfterSeconds: 0 } },
    },
  },
  'POST /console/api/sites/:siteId/members/:memberId/suspension': {
    summary: 'Suspend a member',
    about: 'Every session ends at once and no way in opens the account. Plans and subscriptions go on. Safe to repeat.',
    caller: 'staff',
    may: mayChange,
    params: MemberParams,
    body: SuspendRequest,
    answer: MemberAnswer,
    limits: [writesPerStaff],
    refusals: ofMember,
    example: { params, body: { reason: 'The card was stolen.' }, answer: { data: shownMember } },
  },
  'POST /console/api/sites/:siteId/members/:memberId/suspension/lift': {
    summary: 'Lift the suspension of a member',
    about: 'Safe to repeat.',
    caller: 'staff',
    may: mayChange,
    params: MemberParams,
    body: LiftRequest,
    answer: MemberAnswer,
    limits: [writesPerStaff],
    refusals: ofMember,
    example: { params, body: { reason: 'It was a mistake.' }, answer: { data: shownMember } },
  },
  'POST /console/api/sites/:siteId/members/:memberId/second-factor/removal': {
    summary: 'Remove the second factors of a member',
    about:
      'Passkeys, authenticator app and recovery codes, for who has lost their phone. Every session ends, and the member is mailed.',
    caller: 'staff',
    may: { ...mayChange, freshProof: true },
    params: MemberParams,
    body: RemoveFactorsRequest,
    answer: MemberAnswer,
    limits: [writesPerStaff],
    refusals: [...ofMember, 'second-factor-not-found'],
    example: {
      params,
      body: { reason: 'Lost their phone; known by voice and birthday.' },
      answer: { data: shownMember },
    },
  },
  'GET /console/api/sites/:siteId/members/:memberId/erasure': {
    summary: 'Read what erasing a member takes away',
    caller: 'staff',
    may: mayErase,
    params: MemberParams,
    answer: ErasureAnswer,
    refusals: ofMember,
    example: {
      params,
      answer: {
        data: {
          counts: { sessions: 1, plans: 2, subscriptions: 1, ownedTeams: 0, comments: 3, notes: 1 },
          duties: ['The order INT-7K4Q-2M9X has bought a seat: its money stays until staff decide.'],
        },
      },
    },
  },
  'POST /console/api/sites/:siteId/members/:memberId/erasure': {
    summary: 'Erase a member',
    about: 'By the rule of `members delete`. It cannot be undone.',
    caller: 'staff',
    may: { ...mayErase, freshProof: true },
    params: MemberParams,
    body: EraseRequest,
    answer: ErasedAnswer,
    limits: [writesPerStaff],
    refusals: ofMember,
    example: {
      params,
      body: { reason: 'Asked to be forgotten.', email: member.auth.email },
      answer: { data: { id: member.id, checkoutsEnded: true } },
    },
  },
  'GET /console/api/sites/:siteId/members/:memberId/notes': {
    summary: 'Read the notes about a member',
    caller: 'staff',
    may: maySee,
    params: MemberParams,
    query: NotesQuery,
    answer: NotesAnswer,
    refusals: ofMember,
    example: {
      params,
      answer: { data: [note], endCursor: 'WyItYXQiLCI0MSJd', hasNextPage: false, count: { rows: 1, isExact: true } },
    },
  },
  'POST /console/api/sites/:siteId/members/:memberId/notes': {
    summary: 'Write a note about a member',
    about: 'The member does not see it on their pages. It is part of what they may ask for, and erased with them.',
    caller: 'staff',
    may: mayChange,
    params: MemberParams,
    body: AddNoteRequest,
    answer: NoteAnswer,
    limits: [writesPerStaff],
    refusals: [...ofMember, 'note-limit-reached'],
    example: { params, body: { body: note.body }, answer: { data: note } },
  },
  'PATCH /console/api/sites/:siteId/members/:memberId/notes/:noteId': {
    summary: 'Change a note of one’s own',
    about: '`version` is that of the note as read; where it was saved since, `changed-meanwhile` says what it is now.',
    caller: 'staff',
    may: mayChange,
    params: NoteParams,
    body: ChangeNoteRequest,
    answer: NoteAnswer,
    limits: [writesPerStaff],
    refusals: [...ofMember, 'note-not-found', 'changed-meanwhile'],
    example: { params: ofNote, body: { body: note.body, version: 1 }, answer: { data: note } },
  },
  'DELETE /console/api/sites/:siteId/members/:memberId/notes/:noteId': {
    summary: 'Delete a note of one’s own',
    caller: 'staff',
    may: mayChange,
    params: NoteParams,
    answer: DeletedNoteAnswer,
    limits: [writesPerStaff],
    refusals: [...ofMember, 'note-not-found'],
    example: { params: ofNote, answer: { data: { id: note.id } } },
  },
});

/** What is said of them. */
export const memberCareSubject: ConsoleSubject = {
  title: 'Members, looked after',
  about: 'Staff make, suspend and erase members, let in who has lost a phone, and keep notes.',
  calls: memberCareCalls,
};
