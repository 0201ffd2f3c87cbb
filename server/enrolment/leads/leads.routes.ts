import {
  LeadAnswer,
  LeadLinkAnswer,
  LeadLinkPasswordRequest,
  LeadLinkRequest,
  LeadPasswordRequest,
  LeadRequest,
} from '../../../contract/leads.ts';
import { SuccessAnswer } from '../../../contract/sign-in.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { EnrolmentServices } from '../payments/orders.ts';
import { openLeadLink, setPasswordByLink } from './lead-links.ts';
import { sendLead, setLeadPassword } from './leads.ts';

const success = { data: { success: true as const } };

/** The lead form and its password step, for anybody. */
export function leadRoutes(app: Http, services: EnrolmentServices): void {
  app.post(
    '/enrolment/leads',
    { schema: { body: LeadRequest, response: { 200: LeadAnswer } } },
    async ({ body, clientAddress }) => ({ data: { proof: await sendLead(services, { ...body, clientAddress }) } }),
  );

  app.post(
    '/enrolment/leads/password',
    { schema: { body: LeadPasswordRequest, response: { 200: SuccessAnswer } } },
    async ({ body, clientAddress }) => {
      await setLeadPassword(services, { ...body, clientAddress });
      return success;
    },
  );

  app.post(
    '/enrolment/leads/link',
    { schema: { body: LeadLinkRequest, response: { 200: LeadLinkAnswer } } },
    async ({ body }) => ({ data: await openLeadLink(services, body.link) }),
  );

  app.post(
    '/enrolment/leads/link/password',
    { schema: { body: LeadLinkPasswordRequest, response: { 200: SuccessAnswer } } },
    async ({ body, clientAddress }) => {
      await setPasswordByLink(services, { ...body, clientAddress });
      return success;
    },
  );
}
