import { mailTemplateCalls } from '../../../contract/console/mail-templates.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import { findPartner, type Partner } from '../../../shared/partners.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { mailBodyPolicy } from '../../platform/mail-layout.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { EnrolmentServices } from '../services.ts';
import { listExamples } from './list-examples.ts';

/** Calls by which staff look at the mails of their partners. */
export function mailTemplateConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, mailTemplateCalls);

  serve('GET /console/api/partners/:partner/mail-templates', async ({ scope, params }) => {
    const mails = await listExamples(services, requirePartner(scope, params.partner));
    return {
      data: mails.map(({ kind, subject, senderName = '', text, attachments = [] }) => ({
        kind,
        subject,
        senderName,
        text,
        attachments: attachments.map(({ name, text: said }) => ({ name, text: said })),
      })),
    };
  });
  serve('GET /console/api/partners/:partner/mail-templates/:kind/body', async ({ scope, params }, reply) => {
    const mails = await listExamples(services, requirePartner(scope, params.partner));
    const mail = mails.find(({ kind }) => kind === params.kind);
    if (!mail) throw new Refusal('not-found');
    return reply.type('text/html; charset=utf-8').header('content-security-policy', mailBodyPolicy).send(mail.html);
  });
}

/** @throws Refusal not-found for one that is not in scope */
function requirePartner({ partners }: StaffScope, code: string): Partner {
  const partner = partners === 'all' || partners.includes(code) ? findPartner(code) : undefined;
  if (!partner) throw new Refusal('not-found');
  return partner;
}
