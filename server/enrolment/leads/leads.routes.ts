import { requestCalls } from '../../../contract/calls/requests.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { EnrolmentServices } from '../services.ts';
import { openLeadLink, setPasswordByLink } from './lead-links.ts';
import { sendLead, setLeadPassword } from './leads.ts';

const success = { data: { success: true as const } };

/** The lead form and its password step. Public. */
export function leadRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, requestCalls);

  serve('POST /enrolment/leads', async ({ body, clientAddress }) => ({
    data: { proof: await sendLead(services, { ...body, clientAddress }) },
  }));
  serve('POST /enrolment/leads/password', async ({ body, clientAddress }) => {
    await setLeadPassword(services, { ...body, clientAddress });
    return success;
  });
  serve('POST /enrolment/leads/link', async ({ body }) => ({ data: await openLeadLink(services, body.link) }));
  serve('POST /enrolment/leads/link/password', async ({ body, clientAddress }) => {
    await setPasswordByLink(services, { ...body, clientAddress });
    return success;
  });
}
