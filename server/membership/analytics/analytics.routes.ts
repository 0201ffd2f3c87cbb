import type { FastifyRequest } from 'fastify';
import { analyticsCalls } from '../../../contract/calls/analytics.ts';
import { siteCalls } from '../../../contract/calls/site.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { findWireOfSession } from '../members/members.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../sites/site-scope.ts';
import { toApp, withSsoText } from '../sites/site.ts';
import { createPageCounts, type Sender } from './page-counts.ts';
import { asObject, plainType, readVisit, type Visit } from './visit.ts';

/** Calls that report visits, and the one that answers with site and member together. For visitors and members. */
export function analyticsRoutes(app: Http, services: Services, scope: SiteScope): void {
  const serve = serving(app, analyticsCalls);
  const serveSite = serving(app, siteCalls);
  const counts = createPageCounts(services);
  app.addHook('onClose', () => counts.stop());

  const visitOf = ({ headers }: FastifyRequest, reported: Record<string, unknown>): Visit =>
    readVisit(reported.sessionData, headers['referring-path']);

  serve('POST /page-view', async (request) => {
    const visit = visitOf(request, asObject(request.body?.data));
    counts.countView(senderOf(request), visit);
    return { data: { sessionData: { sessionId: visit.sessionId } } };
  });

  serve('POST /event', async (request) => {
    const type = plainType(asObject(request.body).type);
    if (type !== undefined) counts.countEvent(senderOf(request), type);
    return { data: {} };
  });

  const answerAppMember = async (request: FastifyRequest, reported: Record<string, unknown>) => {
    const { site } = request;
    const visit = visitOf(request, reported);
    if (isYes(reported.trackPageView) && !scope.isInView(request)) counts.countView(senderOf(request), visit);
    const member = (await findWireOfSession(services, site.id, scope.tokenOf(request))) ?? null;
    const shown = withSsoText(toApp(site), site, asText(reported.includeSSOText));
    return { data: { app: shown, member, sessionData: { sessionId: visit.sessionId } } };
  };
  serveSite('GET /app-member', (request) => answerAppMember(request, request.query));
  serveSite('POST /app-member', (request) => answerAppMember(request, asObject(request.body?.data)));
}

const senderOf = ({ site, clientAddress }: FastifyRequest): Sender => ({ siteId: site.id, clientAddress });

const isYes = (value: unknown) => value === true || value === 'true';
const asText = (value: unknown) => (typeof value === 'string' ? value : isYes(value) ? 'true' : undefined);
