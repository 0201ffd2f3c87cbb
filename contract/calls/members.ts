import { defineCalls } from '../call.ts';

export const memberCalls = defineCalls({
  'GET /member': {
    caller: 'visitor',
    // SCHEMA server/membership/members/members.routes.ts { schema: { response: { 200: CurrentMemberAnswer } } }
  },
  'POST /member': {
    caller: 'member',
    // SCHEMA server/membership/members/members.routes.ts { schema: { body: UpdateMemberRequest, response: { 200: MemberAnswer } } }
    refusals: ['field-not-writable', 'invalid-field-value'],
  },
  'DELETE /member': {
    caller: 'member',
    // SCHEMA server/membership/members/members.routes.ts { schema: { response: { 200: DeleteMemberAnswer } } }
    refusals: ['access-denied', 'member-not-found'],
  },
  'GET /member/json': {
    caller: 'member',
    // SCHEMA server/membership/members/members.routes.ts { schema: { response: { 200: MemberJsonAnswer } } }
  },
  'POST /member/json': {
    caller: 'member',
    // SCHEMA server/membership/members/members.routes.ts { schema: { body: MemberJsonRequest, response: { 200: MemberJsonAnswer } } }
    refusals: ['member-not-found'],
  },
  'POST /member/profile-image': {
    caller: 'member',
    file: 'profileImage',
    // SCHEMA server/membership/members/profile-image.routes.ts { schema }
    refusals: [
      'invalid-file-type',
      'file-size-too-large',
      'storage-full',
      'unsupported-media-type',
      'member-not-found',
    ],
  },
  'DELETE /member/profile-image': {
    caller: 'member',
    // SCHEMA server/membership/members/profile-image.routes.ts { schema }
    refusals: ['member-not-found'],
  },
  'GET /files/:name': {
    caller: 'open',
    // SCHEMA server/membership/members/profile-image.routes.ts { schema: { params: z.object({ name: z.string() }) } }
    mediaType: 'image/webp',
    refusals: ['not-found'],
  },
});
