import { examplePartner } from '../enrolment-examples.ts';
import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { staffLimits } from '../staff-limits.ts';
import {
  ChangeStaffRequest,
  InviteRequest,
  RemovedStaffAnswer,
  StaffAnswer,
  StaffListAnswer,
  StaffParams,
  type StaffMember,
} from './staff-schemas.ts';

const person: StaffMember = {
  id: 'stf_6w2k9m4t8c1x5v7n3b0q',
  email: 'ana@intake.example',
  name: 'Ana',
  role: 'admissions',
  scope: { sites: [], partners: [examplePartner] },
  state: 'active',
  invitationEndsAt: null,
  lastUsedAt: '2026-11-23T03:10:00.000Z',
  passkeys: 1,
  hasAuthenticator: true,
  recoveryCodesLeft: 8,
  createdAt: '2026-11-20T03:04:05.000Z',
  version: 3,
};
const invited: StaffMember = {
  ...person,
  name: '',
  state: 'invited',
  invitationEndsAt: '2026-11-26T03:04:05.000Z',
  lastUsedAt: null,
  passkeys: 0,
  hasAuthenticator: false,
  recoveryCodesLeft: 0,
  version: 1,
};
const given = { role: 'admissions', sites: [], partners: [examplePartner] };
const params = { staffId: person.id };
const may = { permission: 'manage-staff', within: 'product' } as const satisfies StaffMay;
/** What changes who sees what needs a fresh proof. */
const mayWithProof = { ...may, freshProof: true } as const;

/** Who is on the staff, and with which role. */
export const staffCalls = defineCalls({
  'GET /console/api/staff': {
    summary: 'List the staff',
    about: 'Owners first, then by address.',
    caller: 'staff',
    may,
    answer: StaffListAnswer,
    example: { answer: { data: [person] } },
  },
  'POST /console/api/staff': {
    summary: 'Invite somebody',
    about: `Mails a link that works for ${staffLimits.staffInvitationHours} hours and once.`,
    caller: 'staff',
    may: mayWithProof,
    body: InviteRequest,
    answer: StaffAnswer,
    limits: [writesPerStaff],
    refusals: ['already-staff', 'invalid-email', 'invalid-scope', 'required-field-missing'],
    example: { body: { email: person.email, ...given }, answer: { data: invited } },
  },
  'GET /console/api/staff/:staffId': {
    summary: 'Read one person',
    caller: 'staff',
    may,
    params: StaffParams,
    answer: StaffAnswer,
    refusals: ['staff-not-found'],
    example: { params, answer: { data: person } },
  },
  'PATCH /console/api/staff/:staffId': {
    summary: 'Change role and scope',
    about:
      'Counts from the next call of each of their sessions on. `version` is the one that the change was made from.',
    caller: 'staff',
    may: mayWithProof,
    params: StaffParams,
    body: ChangeStaffRequest,
    answer: StaffAnswer,
    limits: [writesPerStaff],
    refusals: ['staff-not-found', 'last-owner', 'invalid-scope', 'changed-meanwhile'],
    example: { params, body: { ...given, version: 2 }, answer: { data: person } },
  },
  'DELETE /console/api/staff/:staffId': {
    summary: 'Remove somebody',
    about: 'Ends their sessions, links, passkeys and codes at once.',
    caller: 'staff',
    may: mayWithProof,
    params: StaffParams,
    answer: RemovedStaffAnswer,
    limits: [writesPerStaff],
    refusals: ['staff-not-found', 'last-owner'],
    example: { params, answer: { data: { id: person.id } } },
  },
  'POST /console/api/staff/:staffId/invitation': {
    summary: 'Send the invitation again',
    about: 'The link before ends. For somebody who has accepted theirs, use the reset.',
    caller: 'staff',
    may: mayWithProof,
    params: StaffParams,
    answer: StaffAnswer,
    limits: [writesPerStaff],
    refusals: ['staff-not-found', 'already-staff'],
    example: { params, answer: { data: invited } },
  },
  'POST /console/api/staff/:staffId/reset': {
    summary: 'Let somebody begin anew who lost phone or password',
    about:
      'Ends their sessions, password, passkeys, authenticator app and recovery codes, and mails a new link. Role and scope stay. The last owner can only be reset by command.',
    caller: 'staff',
    may: mayWithProof,
    params: StaffParams,
    answer: StaffAnswer,
    limits: [writesPerStaff],
    refusals: ['staff-not-found', 'last-owner'],
    example: { params, answer: { data: { ...invited, name: person.name } } },
  },
});

/** What is said of them. */
export const staffSubject: ConsoleSubject = {
  title: 'Staff',
  about: 'Owners invite people, give them a role with a scope, and remove them. The last owner can not be removed.',
  calls: staffCalls,
};
