import { pieceConsoleCalls } from '../../../contract/console/pieces.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import { actorOf } from '../../platform/audit/actor-of.ts';
import { serving, type SignedInStaff } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { EnrolmentServices } from '../services.ts';
import { discardDraft, keepDraft, makePreview, publishDraft, returnToAll, type PieceEditor } from './change-pieces.ts';
import { listPieces, showPiece, type PiecePlace } from './show-piece.ts';

const editorOf = ({ staff, scope }: { staff: SignedInStaff; scope: StaffScope }): PieceEditor => ({
  scope,
  by: { actor: actorOf(staff), staffId: staff.id },
});

/** Calls by which staff edit what the pages of partners say. */
export function pieceConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, pieceConsoleCalls);
  const { db } = services;
  const show = async (place: PiecePlace, scope: StaffScope) => ({ data: await showPiece(db, place, scope) });

  serve('GET /console/api/partners/:partner/content', async ({ scope, params }) => ({
    data: await listPieces(db, params.partner, scope),
  }));
  serve('GET /console/api/partners/:partner/content/:pieceKey', ({ scope, params }) => show(params, scope));
  serve('PUT /console/api/partners/:partner/content/:pieceKey/draft', async (request) => {
    const { params: place, body, scope } = request;
    await keepDraft(services, editorOf(request), { ...body, place });
    return show(place, scope);
  });
  serve('POST /console/api/partners/:partner/content/:pieceKey/discard', async (request) => {
    const { params: place, body, scope } = request;
    await discardDraft(services, editorOf(request), { ...body, place });
    return show(place, scope);
  });
  serve('POST /console/api/partners/:partner/content/:pieceKey/publication', async (request) => {
    const { params: place, body, scope } = request;
    await publishDraft(services, editorOf(request), { ...body, place });
    return show(place, scope);
  });
  serve('POST /console/api/partners/:partner/content/:pieceKey/return', async (request) => {
    const { params: place, body, scope } = request;
    await returnToAll(services, editorOf(request), { ...body, place });
    return show(place, scope);
  });
  serve('POST /console/api/partners/:partner/content/:pieceKey/preview', async (request) => ({
    data: await makePreview(services, editorOf(request), request.params),
  }));
}
