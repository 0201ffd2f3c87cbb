/** What a site's owner can be told. */
export const siteEventNames = [
  'member.created',
  'member.updated',
  'member.deleted',
  'member.plan.added',
  'member.plan.updated',
  'member.plan.replaced',
  'member.plan.canceled',
  'member.payment.succeeded',
  'member.payment.failed',
  'team.created',
  'team.member.added',
  'team.member.removed',
  'team.deleted',
] as const;
export type SiteEventName = (typeof siteEventNames)[number];
