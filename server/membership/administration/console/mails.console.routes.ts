import { mailConsoleCalls, type MailRow } from '../../../../contract/console/mails.ts';
import { actorOf } from '../../../platform/audit/actor-of.ts';
import { recordEntry } from '../../../platform/audit/audit.ts';
import { recordExport } from '../../../platform/audit/record-export.ts';
import { transaction } from '../../../platform/database/database.ts';
import { sendCsv } from '../../../platform/http/send-csv.ts';
import { serving, type SignedInStaff } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { exportList } from '../../../platform/lists/export-list.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import { mailSource, readMailMarkup, sendAgain, showMail } from '../../../platform/mail-log.ts';
import { mailBodyPolicy } from '../../../platform/mail-layout.ts';
import type { Services } from '../../services.ts';
import { requireMail } from '../../sign-in/mails/mail-budgets.ts';
import { mailsInScope } from './mail-scope.store.ts';

/** Calls by which staff read what was mailed, and send it again. */
export function mailConsoleRoutes(app: Http, { db, partnerMembers }: Services): void {
  const serve = serving(app, mailConsoleCalls);
  const by = (staff: SignedInStaff) => ({ actor: actorOf(staff), staffId: staff.id });

  serve('GET /console/api/mails', ({ scope, query }) =>
    readList(db, mailSource(mailsInScope(scope, partnerMembers)), query),
  );
  serve('GET /console/api/mails.csv', async ({ staff, scope, query }, reply) => {
    await transaction(db, (tx) => recordExport(tx, { ...by(staff), action: 'mails.exported', scope, query }));
    return sendCsv(reply, 'mails.csv', exportList(db, mailSource(mailsInScope(scope, partnerMembers)), query));
  });
  serve('GET /console/api/mails/:mailId', async ({ scope, params }) => ({
    data: await showMail(db, mailsInScope(scope, partnerMembers), params.mailId),
  }));
  serve('GET /console/api/mails/:mailId/body', async ({ scope, params }, reply) => {
    const markup = await readMailMarkup(db, mailsInScope(scope, partnerMembers), params.mailId);
    return reply.type('text/html; charset=utf-8').header('content-security-policy', mailBodyPolicy).send(markup);
  });
  serve('POST /console/api/mails/:mailId/again', async ({ staff, scope, params, body }) => {
    const sent = await transaction(db, async (tx) => {
      // Staff's copies are counted with strangers' mails, so that none uses up the member's codes (decision 0017).
      const book = ({ id, to }: MailRow) => requireMail(tx, { email: to, cause: 'strangers', slot: id });
      const mail = await sendAgain(tx, mailsInScope(scope, partnerMembers), { id: params.mailId, book });
      const { siteId, partner, kind } = mail;
      const act = { action: 'mail.sent-again', subject: params.mailId, note: kind, reason: body.reason };
      await recordEntry(tx, { ...by(staff), siteId, partner, ...act });
      return mail;
    });
    return { data: { id: sent.id } };
  });
}
