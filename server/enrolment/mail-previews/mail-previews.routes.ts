import { defaultPartner, findPartner, partnerCodes, partners, type Partner } from '../../../shared/partners.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Mail } from '../../platform/mail.ts';
import { mailBodyPolicy } from '../../platform/mail-layout.ts';
import { listPagePolicy, mailListPage, type ShownMail } from '../../platform/stand-ins/mailbox.page.ts';
import type { EnrolmentServices } from '../services.ts';
import { listExamples } from './list-examples.ts';

const address = '/dev/mails';

/** Previews of every mail of every partner with made-up content. Mounted in development only. */
export function mailPreviewRoutes(app: Http, services: EnrolmentServices): void {
  app.get(address, async (request, reply) => {
    const { partner, openId, mails } = await readPreview(services, request.query);
    const page = mailListPage({
      title: `Mails of ${partner.code.toUpperCase()}`,
      about: 'Every mail there is, with made-up content. Nothing here is sent.',
      empty: '',
      address,
      links: partnerCodes.map((code) => ({ label: code.toUpperCase(), href: `${address}?id=${code}.` })),
      mails,
      openId,
    });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', listPagePolicy(page.styleHash))
      .send(page.html);
  });

  for (const form of ['body', 'text'] as const)
    app.get(`${address}/${form}`, async (request, reply) => {
      const { openId, mails } = await readPreview(services, request.query);
      const mail = mails.find(({ id }) => id === openId) ?? mails[0]!;
      return form === 'text'
        ? reply.type('text/plain; charset=utf-8').send(mail.text)
        : reply.type('text/html; charset=utf-8').header('content-security-policy', mailBodyPolicy).send(mail.html);
    });
}

/** @param query with an `id` of partner and kind, `uts.order-enrolled` */
async function readPreview(services: EnrolmentServices, query: unknown) {
  const { id } = query as { id?: unknown };
  const openId = typeof id === 'string' ? id : '';
  const partner = findPartner(openId.split('.')[0]) ?? partners[defaultPartner];
  return { partner, openId, mails: await listPreviews(services, partner) };
}

const listPreviews = async (services: EnrolmentServices, partner: Partner): Promise<ShownMail[]> => {
  const now = services.clock.now();
  return (await listExamples(services, partner)).map((mail) => asShown(mail, partner, now));
};

const asShown = (mail: Mail, { code }: Partner, now: Date): ShownMail => ({
  id: `${code}.${mail.kind}`,
  kind: mail.kind,
  to: mail.to,
  from: mail.senderName ?? '',
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: [...(mail.attachments ?? [])],
  sentAt: now.toISOString(),
});
