import { runConsoleCalls } from '../../../contract/console/runs.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { mailBodyPolicy } from '../../platform/mail-layout.ts';
import type { EnrolmentServices } from '../services.ts';
import { runnerOf } from '../catalogue/cohort-acts.ts';
import { cancelRun, readConsequences } from './cancel-run.ts';
import { draftMail, listMails, listRecipients, readMailBody, sendMail } from './cohort-mails.ts';
import { moveRun, readMoveConsequences } from './move-run.ts';
import { readMoveProgress, readProgress, remindOfMove, remindStudents } from './run-progress.ts';

/** Calls by which staff cancel or move a run, watch what its students choose, and write to the students of a cohort. */
export function runConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, runConsoleCalls);
  const cohort = '/console/api/cohorts/:cohortId';

  serve(`GET ${cohort}/cancellation/consequences`, async ({ scope, params }) => ({
    data: await readConsequences(services, scope, params.cohortId),
  }));
  serve(`POST ${cohort}/cancellation`, async ({ params, body, ...request }) => {
    await cancelRun(services, runnerOf(request), { ...params, ...body });
    return { data: (await readProgress(services, request.scope, params.cohortId))! };
  });
  serve(`GET ${cohort}/cancellation`, async ({ scope, params }) => ({
    data: (await readProgress(services, scope, params.cohortId)) ?? null,
  }));
  serve(`POST ${cohort}/cancellation/reminder`, async ({ params, ...request }) => {
    await remindStudents(services, runnerOf(request), params.cohortId);
    return { data: (await readProgress(services, request.scope, params.cohortId))! };
  });

  serve(`GET ${cohort}/move/consequences`, async ({ scope, params, query }) => ({
    data: await readMoveConsequences(services, scope, { ...params, ...query }),
  }));
  serve(`POST ${cohort}/move`, async ({ params, body, ...request }) => {
    await moveRun(services, runnerOf(request), { ...params, ...body });
    return { data: (await readMoveProgress(services, request.scope, params.cohortId))! };
  });
  serve(`GET ${cohort}/move`, async ({ scope, params }) => ({
    data: (await readMoveProgress(services, scope, params.cohortId)) ?? null,
  }));
  serve(`POST ${cohort}/move/reminder`, async ({ params, ...request }) => {
    await remindOfMove(services, runnerOf(request), params.cohortId);
    return { data: (await readMoveProgress(services, request.scope, params.cohortId))! };
  });

  serve(`GET ${cohort}/recipients`, async ({ scope, params }) => ({
    data: await listRecipients(services, scope, params.cohortId),
  }));
  serve(`GET ${cohort}/mails`, async ({ scope, params }) => ({
    data: await listMails(services, scope, params.cohortId),
  }));
  serve(`POST ${cohort}/mails`, async ({ params, body, ...request }) => ({
    data: await draftMail(services, runnerOf(request), { ...params, ...body }),
  }));
  serve(`GET ${cohort}/mails/:cohortMailId/body`, async ({ params, query, ...request }, reply) => {
    const html = await readMailBody(services, runnerOf(request), { ...params, ...query });
    return reply.type('text/html; charset=utf-8').header('content-security-policy', mailBodyPolicy).send(html);
  });
  serve(`POST ${cohort}/mails/:cohortMailId/send`, async ({ params, ...request }) => ({
    data: await sendMail(services, runnerOf(request), params),
  }));
}
