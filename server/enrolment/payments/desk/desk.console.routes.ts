import { orderCareCalls } from '../../../../contract/console/order-care.ts';
import type { MoneyExportWish } from '../../../../contract/console/order-care-schemas.ts';
import { sendCsv } from '../../../platform/http/send-csv.ts';
import { serving, type OfStaff } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import { addNote, authorOf, changeNote, listNotes, removeNote } from '../../../platform/notes/notes.ts';
import type { EnrolmentServices } from '../../services.ts';
import { orderTimelineSource } from './desk.store.ts';
import { exportMoney } from './export-money.ts';
import { moveOrderByStaff, readTransferTerms } from './move-order-by-staff.ts';
import { notesOfOrder } from './order-notes.ts';
import { readRefundTerms, refundByStaff } from './refund-by-staff.ts';
import { requireOrder, type DeskAct } from './require-order.ts';
import { sendReceipt } from './send-receipt.ts';
import { showOrder } from './show-order.ts';

const actOf = ({ staff, scope, params }: OfStaff & { params: { orderId: string } }): DeskAct => ({
  staff,
  scope,
  orderId: params.orderId,
});

/** `money-2026-11-01-2026-11-30.csv` */
const nameOf = ({ from, until }: MoneyExportWish) =>
  `${['money', from, until].filter((part) => part !== undefined).join('-')}.csv`;

/** Calls by which staff read one order and act on it, and export money. */
export function deskConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, orderCareCalls);
  const { db } = services;

  serve('GET /console/api/orders/:orderId', async ({ scope, params }) => ({
    data: await showOrder(services, scope, params.orderId),
  }));
  serve('GET /console/api/orders/:orderId/timeline', async ({ scope, params, query }) => {
    const { id } = await requireOrder(db, scope, params.orderId);
    return readList(db, orderTimelineSource(id), query);
  });
  serve('GET /console/api/orders/:orderId/refund', async (request) => ({
    data: await readRefundTerms(services, actOf(request)),
  }));
  serve('POST /console/api/orders/:orderId/refund', async (request) => {
    await refundByStaff(services, actOf(request), request.body);
    return { data: await showOrder(services, request.scope, request.params.orderId) };
  });
  serve('GET /console/api/orders/:orderId/transfer', async (request) => ({
    data: await readTransferTerms(services, actOf(request)),
  }));
  serve('POST /console/api/orders/:orderId/transfer', async (request) => {
    await moveOrderByStaff(services, actOf(request), request.body);
    return { data: await showOrder(services, request.scope, request.params.orderId) };
  });
  serve('POST /console/api/orders/:orderId/receipt', async (request) => ({
    data: await sendReceipt(services, actOf(request)),
  }));

  const notesOf = async ({ staff, scope, params }: OfStaff & { params: { orderId: string } }) =>
    notesOfOrder(await requireOrder(db, scope, params.orderId), staff);
  serve('GET /console/api/orders/:orderId/notes', async (request) =>
    listNotes(db, (await notesOf(request)).place, authorOf(request.staff), request.query),
  );
  serve('POST /console/api/orders/:orderId/notes', async (request) => ({
    data: await addNote(db, await notesOf(request), authorOf(request.staff), request.body.body),
  }));
  serve('PATCH /console/api/orders/:orderId/notes/:noteId', async (request) => {
    const change = { id: request.params.noteId, ...request.body };
    return { data: await changeNote(db, await notesOf(request), authorOf(request.staff), change) };
  });
  serve('DELETE /console/api/orders/:orderId/notes/:noteId', async (request) => {
    await removeNote(db, await notesOf(request), authorOf(request.staff), request.params.noteId);
    return { data: { id: request.params.noteId } };
  });

  serve('GET /console/api/money.csv', async ({ staff, scope, query }, reply) =>
    sendCsv(reply, nameOf(query), await exportMoney(services, { staff, scope }, query)),
  );
}
