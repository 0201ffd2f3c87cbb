import { buffer } from 'node:stream/consumers';
import { sql, type Generated } from 'kysely';
import PostalMime, { type Attachment } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/typed.ts';
import type { Log } from '../log.ts';
import { escapeHtml } from '../html.ts';
import { mailBodyPolicy } from '../mail-layout.ts';
import { listPagePolicy, mailListPage, type ShownAttachment } from './mailbox.page.ts';

/** The running development mailbox. */
export interface Mailbox {
  /** Address of a local SMTP server that delivers nothing: `smtp://127.0.0.1:…`. */
  smtpUrl: string;
  /** `/dev/mail` and `/dev/mail.json`. */
  routes(app: Http): Promise<void>;
  close(): Promise<void>;
}

type MailboxTables = {
  development_mail: {
    id: string;
    recipient: string;
    sender: string;
    subject: string;
    body_text: string;
    body_html: string;
    reply_to: string | null;
    attachments: ShownAttachment[];
    sent_at: Generated<Date>;
  };
};

/** Number of mails on the page and in the list. */
const shown = 200;

/**
 * The development mailbox: an SMTP server that stores every mail in the database for people and scripts. Deduplicates
 * by Message-ID, as mail programs do.
 */
export async function startMailbox(db: Database, log: Log): Promise<Mailbox> {
  const mails = db.withTables<MailboxTables>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) =>
          mails
            .insertInto('development_mail')
            .values({
              id: mail.messageId ?? session.id,
              recipient: session.envelope.rcptTo.map((to) => to.address).join(', '),
              sender: [mail.from?.name, `<${mail.from?.address ?? ''}>`].filter(Boolean).join(' '),
              subject: mail.subject ?? '',
              body_text: mail.text ?? '',
              body_html: mail.html ?? '',
              reply_to: mail.replyTo?.[0]?.address ?? null,
              attachments: sql`${JSON.stringify(mail.attachments.map(showAttachment))}::jsonb`,
            })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .execute(),
        )
        .then(() => done())
        .catch((error: Error) => done(error));
    },
  });
  server.on('error', (error) => log.warn({ err: error }, 'the development mailbox had a fault'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };

  const list = async (to?: string) => {
    const found = await mails
      .selectFrom('development_mail')
      .selectAll()
      .$if(to !== undefined, (query) => query.where(sql`lower(recipient)`, '=', to!.toLowerCase()))
      .orderBy('sent_at', 'desc')
      .limit(shown)
      .execute();
    return found.map((mail) => ({
      id: mail.id,
      to: mail.recipient,
      from: mail.sender,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
      replyTo: mail.reply_to,
      attachments: mail.attachments,
      sentAt: mail.sent_at.toISOString(),
    }));
  };

  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    async routes(app) {
      app.get('/dev/mail.json', async (request) => {
        const { to } = request.query as { to?: unknown };
        return list(typeof to === 'string' ? to : undefined);
      });
      app.delete('/dev/mail.json', async () => {
        await mails.deleteFrom('development_mail').execute();
        return { emptied: true };
      });
      app.get('/dev/mail', async (request, reply) => {
        const { id } = request.query as { id?: unknown };
        const page = mailListPage({
          title: 'Development mailbox',
          about: 'Nothing here was sent to anybody.',
          empty: 'No mail yet. Whatever Intake sends while no mail server is set shows here.',
          address: '/dev/mail',
          mails: await list(),
          openId: typeof id === 'string' ? id : undefined,
        });
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', listPagePolicy(page.styleHash))
          .send(page.html);
      });
      // The mail's markup, framed under a policy that runs and loads nothing.
      app.get('/dev/mail/body', async (request, reply) => {
        const { id } = request.query as { id?: unknown };
        const mail = (await list()).find((each) => each.id === id);
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', mailBodyPolicy)
          .send(mail?.html || `<pre>${escapeHtml(mail?.text ?? 'This mail is gone.')}</pre>`);
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const showAttachment = ({ filename, mimeType, content }: Attachment): ShownAttachment => ({
  name: filename ?? '',
  type: mimeType,
  text: typeof content === 'string' ? content : new TextDecoder().decode(content),
});
