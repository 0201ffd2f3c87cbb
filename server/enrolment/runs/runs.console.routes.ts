import { runConsoleCalls } from '../../../contract/console/runs.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { mailBodyPolicy } from '../../platform/mail-layout.ts';
import type { EnrolmentServices } from '../services.ts';
import { cancelRun, readConsequences } from './cancel-run.ts';
import { draftMail, listMails, listRecipients, readMailBody, sendMail } from './cohort-mails.ts';
import { readProgress, remindStudents } from './run-progress.ts';

/** Calls by which staff cancel a run, watch what its students choose, and write to the students of a cohort. */
export function runConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, runConsoleCalls);
  const cohort = '/console/api/cohorts/:cohortId';

  serve(`GET ${cohort}/cancellation/consequences`, async ({ scope, params }) => ({
    data: await readConsequences(services, scope, params.cohortId),
  }));
  serve(`POST ${cohort}/cancellation`, async ({ staff, scope, params, body }) => {
    await cancelRun(services, { staff, scope }, { ...params, ...body });
    return { data: (await readProgress(services, scope, params.cohortId))! };
  });
  serve(`GET ${cohort}/cancellation`, async ({ scope, params }) => ({
    data: (await readProgress(services, scope, params.cohortId)) ?? null,
  }));
  serve(`POST ${cohort}/cancellation/reminder`, async ({ staff, scope, params }) => {
    await remindStudents(services, { staff, scope }, params.cohortId);
    return { data: (await readProgress(services, scope, params.cohortId))! };
  });

  serve(`GET ${cohort}/recipients`, async ({ scope, params }) => ({
    data: await listRecipients(services, scope, params.cohortId),
  }));
  serve(`GET ${cohort}/mails`, async ({ scope, params }) => ({
    data: await listMails(services, scope, params.cohortId),
  }));
  serve(`POST ${cohort}/mails`, async ({ staff, scope, params, body }) => ({
    data: await draftMail(services, { staff, scope }, { ...params, ...body }),
  }));
  serve(`GET ${cohort}/mails/:cohortMailId/body`, async ({ staff, scope, params, query }, reply) => {
    const html = await readMailBody(services, { staff, scope }, { ...params, ...query });
    return reply.type('text/html; charset=utf-8').header('content-security-policy', mailBodyPolicy).send(html);
  });
  serve(`POST ${cohort}/mails/:cohortMailId/send`, async ({ staff, scope, params }) => ({
    data: await sendMail(services, { staff, scope }, params),
  }));
}
