import { replyTextCalls } from '../../../../contract/console/reply-texts.ts';
import { requestConsoleCalls } from '../../../../contract/console/requests.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import { actorOf } from '../../../platform/audit/actor-of.ts';
import { recordExport } from '../../../platform/audit/record-export.ts';
import { transaction } from '../../../platform/database/database.ts';
import { sendCsv } from '../../../platform/http/send-csv.ts';
import { serving, type SignedInStaff } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { exportList } from '../../../platform/lists/export-list.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import { mailBodyPolicy } from '../../../platform/mail-layout.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import type { EnrolmentServices } from '../../services.ts';
import { listAdvisors } from './advisors.ts';
import { cancelMeeting, listConsultations, setMeeting } from './consultations.ts';
import type { Advisor, Working } from './hold-request.ts';
import { assignRequest, setStatus } from './look-after.ts';
import { mergeRequest } from './merge.ts';
import { addReplyText, changeReplyText, listReplyTexts, removeReplyText } from './reply-texts.ts';
import { keepDraft, previewDraft, replyToRequest } from './reply.ts';
import { requestSource } from './requests-source.store.ts';
import { showRequest } from './show-request.ts';

const advisorOf = (staff: SignedInStaff): Advisor => ({
  staffId: staff.id,
  actor: actorOf(staff),
  email: staff.email,
});

/** What a call about one request brings. */
interface OfRequest {
  staff: SignedInStaff;
  scope: StaffScope;
  params: { requestId: string };
}

const workingOn = ({ staff, scope, params }: OfRequest, version?: number): Working => ({
  scope,
  by: advisorOf(staff),
  requestId: params.requestId,
  ...(version !== undefined && { version }),
});

/** Calls by which staff answer requests. */
export function requestConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, { ...requestConsoleCalls, ...replyTextCalls });
  const { db } = services;
  const shown = async ({ staff, scope, params: { requestId } }: OfRequest) => ({
    data: await showRequest(services, scope, { requestId, staffId: staff.id }),
  });

  serve('GET /console/api/requests', ({ scope, query }) => readList(db, requestSource(scope, query), query));
  serve('GET /console/api/requests.csv', async ({ staff, scope, query }, reply) => {
    const { staffId, actor } = advisorOf(staff);
    const act = { staffId, actor, siteId: enrolmentSite, action: 'requests.exported' };
    await transaction(db, (tx) => recordExport(tx, { ...act, scope, query }));
    return sendCsv(reply, 'requests.csv', exportList(db, requestSource(scope, query), query));
  });
  serve('GET /console/api/requests-people', async ({ scope }) => ({
    data: await listAdvisors(services, db, scope.partners),
  }));
  serve('GET /console/api/requests/:requestId', shown);
  serve('POST /console/api/requests/:requestId/assignee', async (request) => {
    await assignRequest(services, workingOn(request, request.body.version), request.body.staffId);
    return shown(request);
  });
  serve('POST /console/api/requests/:requestId/status', async (request) => {
    await setStatus(services, workingOn(request, request.body.version), request.body.status);
    return shown(request);
  });
  serve('POST /console/api/requests/:requestId/draft', async (request) => {
    await keepDraft(services, workingOn(request), request.body);
    return { data: { id: request.params.requestId } };
  });
  serve('GET /console/api/requests/:requestId/draft/body', async (request, reply) => {
    const markup = await previewDraft(services, workingOn(request));
    return reply.type('text/html; charset=utf-8').header('content-security-policy', mailBodyPolicy).send(markup);
  });
  serve('POST /console/api/requests/:requestId/reply', async (request) => {
    const { version, ...letter } = request.body;
    await replyToRequest(services, workingOn(request, version), letter);
    return shown(request);
  });
  serve('POST /console/api/requests/:requestId/merge', async (request) => {
    await mergeRequest(services, workingOn(request, request.body.version), request.body.into);
    return shown(request);
  });
  serve('POST /console/api/requests/:requestId/meeting', async (request) => {
    await setMeeting(services, workingOn(request, request.body.version), new Date(request.body.startsAt));
    return shown(request);
  });
  serve('POST /console/api/requests/:requestId/meeting/cancel', async (request) => {
    await cancelMeeting(services, workingOn(request, request.body.version));
    return shown(request);
  });
  serve('GET /console/api/consultations', ({ scope, query }) => listConsultations(services, scope, query));

  serve('GET /console/api/partners/:partner/reply-texts', async ({ staff, scope, params }) => ({
    data: await listReplyTexts(db, { scope, by: advisorOf(staff), partner: params.partner }),
  }));
  serve('POST /console/api/partners/:partner/reply-texts', async ({ staff, scope, params, body }) => ({
    data: await addReplyText(db, { scope, by: advisorOf(staff), partner: params.partner }, body),
  }));
  serve(
    'POST /console/api/partners/:partner/reply-texts/:replyTextId',
    async ({ staff, scope, params: { partner, replyTextId: id }, body }) => ({
      data: await changeReplyText(db, { scope, by: advisorOf(staff), partner }, { id, ...body }),
    }),
  );
  serve(
    'DELETE /console/api/partners/:partner/reply-texts/:replyTextId',
    async ({ staff, scope, params: { partner, replyTextId: id } }) => {
      await removeReplyText(db, { scope, by: advisorOf(staff), partner }, id);
      return { data: { id } };
    },
  );
}
