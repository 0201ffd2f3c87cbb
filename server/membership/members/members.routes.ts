import { changesPerMember, memberCalls } from '../../../contract/calls/members.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../sites/site-scope.ts';
import { acceptFields } from './custom-fields.ts';
import { readMemberJson, writeMemberJson } from './member-json.ts';
import { findMember, findWireOfSession, saveFields, toWire } from './members.ts';

/** Calls for the member's own record: profile and JSON document. */
export function memberRoutes(app: Http, services: Services, scope: SiteScope): void {
  const serve = serving(app, memberCalls);

  // An ended session answers null and is not refused: on a refusal existing clients would keep the dead token.
  serve('GET /member', async (request) => {
    const member = await findWireOfSession(services, request.site.id, scope.tokenOf(request));
    return { data: member ?? null };
  });

  serve('POST /member', async ({ site, body, signedIn: { memberId } }) => {
    const member = await findMember(services, services.db, memberId);
    if (!member) throw new Refusal('member-not-found');
    const fields = acceptFields(site.fields, body.customFields, member.fields);
    await services.limits.take(changesPerMember, memberId);
    await saveFields(services, services.db, memberId, fields);
    return {
      data: await toWire(services, services.db, memberId),
      _internalUseOnly: { message: 'Your profile has been updated.' },
    };
  });

  serve('GET /member/json', async ({ signedIn: { memberId } }) => {
    return { data: await readMemberJson(services.db, memberId) };
  });

  serve('POST /member/json', async ({ body, signedIn: { memberId } }) => {
    return { data: await writeMemberJson(services, services.db, memberId, body.json) };
  });
}
