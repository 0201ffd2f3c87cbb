import { viewedLists, viewLimits, type ListView, type ViewedList } from '../../../contract/console/views.ts';
import { isPermitted, type StaffScope } from '../../../contract/permissions.ts';
import { actorOf } from '../../platform/audit/actor-of.ts';
import { recordEntry } from '../../platform/audit/audit.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import type { SignedInStaff } from '../../platform/http/serve.ts';
import { newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lockPerson, type StaffRecord } from '../people/people.ts';
import type { StaffServices } from '../services.ts';
import {
  countViews,
  deleteView,
  findView,
  findViewByName,
  insertView,
  selectViews,
  updateView,
  type NewView,
  type StoredView,
  type ViewChange,
  type ViewPlaces,
} from './views.store.ts';

/** Who reads or changes views, with what they see. */
export interface Viewer {
  staff: SignedInStaff;
  scope: StaffScope;
}

/** Which views are asked for: all that somebody sees unless given. */
interface AskedViews {
  list?: ViewedList | undefined;
  siteId?: string | undefined;
}

/** The own views and those shared with somebody: of lists that they may see, and of sites in their scope. */
export async function listViews(
  services: StaffServices,
  { staff, scope }: Viewer,
  { list, siteId }: AskedViews,
): Promise<ListView[]> {
  const seen = await placesOf(services, { staff, scope });
  const lists = seen.lists.filter((name) => list === undefined || list === name);
  const views = await selectViews(services.db, { ...seen, staffId: staff.id, lists, scope }, siteId);
  return views.map((view) => toWire(view, staff));
}

/** The lists that somebody may see, and the sites in their scope. */
async function placesOf({ membership }: StaffServices, { staff, scope }: Viewer): Promise<ViewPlaces> {
  const lists = (Object.keys(viewedLists) as ViewedList[]).filter((name) => maySee(staff, name));
  return { lists, sites: (await membership.listSitesInScope(scope)).map(({ id }) => id) };
}

/** A view to be saved. */
export type SavedView = Omit<NewView, 'id' | 'staffId'>;

/**
 * Saves what stands in a list's address under a name. An own view of that list with that name is replaced.
 *
 * @throws Refusal access-denied for a list that they may not see, not-found for a site out of scope, invalid-request for
 *   a list of a site without one or the other way round, view-limit-reached
 */
export async function saveView(services: StaffServices, viewer: Viewer, view: SavedView): Promise<ListView> {
  const { staff, scope } = viewer;
  if (!maySee(staff, view.list)) throw new Refusal('access-denied');
  await requireSiteOf(services, scope, view);
  return changeViews(services, viewer, async (tx) => {
    const known = await findViewByName(tx, { ...view, staffId: staff.id });
    if (known === undefined && (await countViews(tx, staff.id)) >= viewLimits.each)
      throw new Refusal('view-limit-reached');
    const id = known ?? newId('view_');
    if (known === undefined) await insertView(tx, { ...view, id, staffId: staff.id });
    else await updateView(tx, id, { query: view.query, isShared: view.isShared });
    return { action: 'view.saved', id };
  });
}

/** Changes an own view, of a list and a site that they see still. @throws Refusal view-not-found, view-name-taken */
export const changeView = (
  services: StaffServices,
  viewer: Viewer,
  id: string,
  change: ViewChange,
): Promise<ListView> =>
  changeViews(services, viewer, async (tx, places) => {
    const { staff } = viewer;
    const view = await findView(tx, id, places);
    // Of a colleague's view nothing is told but what the list of views shows.
    if (view?.staffId !== staff.id) throw new Refusal('view-not-found');
    const named = change.name === undefined ? undefined : await findViewByName(tx, { ...view, name: change.name });
    if (named !== undefined && named !== id) throw new Refusal('view-name-taken');
    await updateView(tx, id, change);
    return { action: 'view.changed', id, note: Object.keys(change).join(', ') };
  });

/** Deletes an own view, or as an owner one that is shared. One that is gone, or out of reach or scope, stays as it is. */
export async function removeView(services: StaffServices, { staff, scope }: Viewer, id: string): Promise<void> {
  const places = await placesOf(services, { staff, scope });
  return transaction(services.db, async (tx) => {
    const person = await lockPerson(tx, staff.id);
    const view = await findView(tx, id, places);
    const mayDelete = view && (view.staffId === staff.id || (view.isShared && staff.role === 'owner'));
    if (!mayDelete) return;
    await deleteView(tx, id);
    await enter(tx, person, view, { action: 'view.deleted' });
  });
}

interface Done {
  action: 'view.saved' | 'view.changed';
  id: string;
  note?: string;
}

/** Runs a change of somebody's views: one after the other, so that their count and names hold. */
async function changeViews(
  services: StaffServices,
  viewer: Viewer,
  work: (tx: Transaction, places: ViewPlaces) => Promise<Done>,
): Promise<ListView> {
  const { staff } = viewer;
  const places = await placesOf(services, viewer);
  return transaction(services.db, async (tx) => {
    const person = await lockPerson(tx, staff.id);
    const { action, id, note } = await work(tx, places);
    const view = (await findView(tx, id, places))!;
    await enter(tx, person, view, { action, note });
    return toWire(view, staff);
  });
}

const enter = (
  tx: Transaction,
  { id, email, name }: StaffRecord,
  view: StoredView,
  { action, note }: { action: string; note?: string | undefined },
) =>
  recordEntry(tx, {
    siteId: view.siteId,
    actor: actorOf({ name, email }),
    staffId: id,
    action,
    subject: view.id,
    note: note ?? view.list,
  });

const maySee = ({ role }: SignedInStaff, list: ViewedList) => isPermitted(role, viewedLists[list].permission);

async function requireSiteOf({ membership }: StaffServices, scope: StaffScope, { list, siteId }: SavedView) {
  if (viewedLists[list].isOfSite !== (siteId !== null))
    throw new Refusal('invalid-request', {
      message: `The field "siteId" ${siteId === null ? 'must name a site' : 'must be null'} for the list "${list}".`,
      extras: { field: 'siteId' },
    });
  if (siteId !== null && !(await membership.listSitesInScope(scope)).some(({ id }) => id === siteId))
    throw new Refusal('not-found');
}

const toWire = ({ staffId, ...view }: StoredView, staff: SignedInStaff): ListView => ({
  ...view,
  isOwn: staffId === staff.id,
});
