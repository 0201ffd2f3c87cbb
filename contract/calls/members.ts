import { defineCalls, writesPerMember, type LimitRule } from '../call.ts';
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

/** More than anybody fills in. Each change may be told to ten webhooks and kept for a month. */
export const changesPerMember: LimitRule = { name: 'member-change', per: 'member', points: 120, seconds: 600 };
/** Each upload costs a process and a second of it. */
export const uploadsPerMember: LimitRule = { name: 'profile-image', per: 'member', points: 20, seconds: 60 * 60 };

/** The member: profile, JSON document, profile image and deletion. */
export const memberCalls = defineCalls({
  'GET /member': {
    caller: 'visitor',
    answer: CurrentMemberAnswer,
  },
  'POST /member': {
    caller: 'member',
    body: UpdateMemberRequest,
    answer: MemberAnswer,
    limits: [changesPerMember],
    refusals: ['field-not-writable', 'invalid-field-value'],
  },
  'DELETE /member': {
    caller: 'member',
    limits: [writesPerMember],
    answer: DeleteMemberAnswer,
    refusals: ['access-denied', 'recent-login-required'],
  },
  'GET /member/json': {
    caller: 'member',
    answer: MemberJsonAnswer,
  },
  'POST /member/json': {
    caller: 'member',
    limits: [writesPerMember],
    body: MemberJsonRequest,
    answer: MemberJsonAnswer,
  },
  'POST /member/profile-image': {
    caller: 'member',
    file: 'profileImage',
    answer: ProfileImageAnswer,
    limits: [uploadsPerMember],
    refusals: ['invalid-file-type', 'file-size-too-large', 'storage-full'],
  },
  'DELETE /member/profile-image': {
    caller: 'member',
    limits: [writesPerMember],
    answer: ProfileImageAnswer,
  },
  'GET /files/:name': {
    caller: 'open',
    params: FileParams,
    mediaType: 'image/webp',
    refusals: ['not-found'],
  },
});
