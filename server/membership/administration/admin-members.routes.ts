import * as z from 'zod/mini';
import {
  administrationPath,
  AdministeredMemberAnswer,
  ChangeMemberRequest,
  CreateMemberRequest,
  DeletedMemberAnswer,
  ListMembersAnswer,
  ListMembersQuery,
  PlanOfMemberRequest,
} from '../../../contract/administration.ts';
import type { Http } from '../../platform/http/typed.ts';
import { listMembers } from '../members/member-list.ts';
import type { Services } from '../services.ts';
import { changeMemberAs, createMemberAs, deleteMemberAs, getMemberId, showMember } from './admin-members.ts';
import { addPlanAs, removePlanAs } from './member-plans.ts';
import { pageSize } from './page-size.ts';

const MemberParams = z.object({ member: z.string() });
const members = `${administrationPath}/members`;
const oneMember = `${members}/:member`;

/** A site's own server reads, makes, changes and ends its members. */
export function adminMemberRoutes(app: Http, services: Services): void {
  app.get(
    members,
    { schema: { querystring: ListMembersQuery, response: { 200: ListMembersAnswer } } },
    async ({ administration: { site }, query }) => {
      const { members: data, ...page } = await listMembers(services, {
        siteId: site.id,
        after: query.after === undefined ? undefined : Number(query.after),
        limit: pageSize(query.first ?? query.limit),
        order: query.order === 'DESC' ? 'desc' : 'asc',
      });
      return { ...page, data };
    },
  );

  app.post(
    members,
    { schema: { body: CreateMemberRequest, response: { 200: AdministeredMemberAnswer } } },
    async ({ administration, body }) => ({ data: await createMemberAs(services, administration, body) }),
  );

  app.get(
    oneMember,
    { schema: { params: MemberParams, response: { 200: AdministeredMemberAnswer } } },
    async ({ administration, params }) => {
      const memberId = await getMemberId(services, administration, params.member);
      return { data: await showMember(services, services.db, memberId) };
    },
  );

  app.patch(
    oneMember,
    { schema: { params: MemberParams, body: ChangeMemberRequest, response: { 200: AdministeredMemberAnswer } } },
    async ({ administration, params, body }) => {
      const memberId = await getMemberId(services, administration, params.member);
      return { data: await changeMemberAs(services, administration, { ...body, memberId }) };
    },
  );

  app.delete(
    oneMember,
    { schema: { params: MemberParams, response: { 200: DeletedMemberAnswer } } },
    async ({ administration, params }) => {
      const id = await getMemberId(services, administration, params.member);
      await deleteMemberAs(services, administration, id);
      return { data: { id } };
    },
  );
}

/** … and gives and takes plans that cost nothing. */
export function adminPlanRoutes(app: Http, services: Services): void {
  for (const [path, change] of [
    ['add-plan', addPlanAs],
    ['remove-plan', removePlanAs],
  ] as const)
    app.post(
      `${oneMember}/${path}`,
      { schema: { params: MemberParams, body: PlanOfMemberRequest } },
      async ({ administration, params, body }, reply) => {
        const memberId = await getMemberId(services, administration, params.member);
        await change(services, { ...administration, memberId, planId: body.planId });
        // The protocol answers in plain text here.
        return reply.type('text/plain; charset=utf-8').send('OK');
      },
    );
}
