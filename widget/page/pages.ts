import { canOpen } from '../../contract/gated-addresses.ts';
import { entitledPlanIds } from './conditions.ts';
import { addStyles } from './dom.ts';
import { bySettings } from './redirect.ts';
import type { Who } from './who.ts';

/** Whole pages that only some may open: everybody else is sent where the site's settings say. */

let isLeaving = false;

export function gatePage({ member, whole, app }: Who): void {
  if (isLeaving || !app || member === undefined) return;
  const mine = app.contentGroups.filter((group) => !canOpen([group], planIds(member), location.href));
  if (mine.length === 0) return;
  // What the browser remembers may be old. It keeps a page closed no longer than the service needs to answer.
  if (whole === undefined) return;
  const target = bySettings(mine.find(({ redirect }) => redirect)?.redirect);
  isLeaving = true;
  addStyles('html{visibility:hidden!important}');
  // A page that is closed itself leads nowhere; it stays out of sight.
  if (target && canOpen(app.contentGroups, planIds(member), target)) location.replace(target);
}

const planIds = (member: Parameters<typeof entitledPlanIds>[0] | null) =>
  member ? entitledPlanIds(member) : undefined;
