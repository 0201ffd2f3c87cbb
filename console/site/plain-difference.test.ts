import { describe, expect, test } from 'vitest';
import { tellDifference } from './plain-difference.ts';

const settings = {
  plans: [{ id: 'pln_crew', name: 'Crew', prices: [{ id: 'prc_month', name: 'Monthly' }] }],
  fields: [{ key: 'phone', label: 'Phone' }],
};
const tell = (path: string, from?: unknown, to?: unknown, more: object = {}) =>
  tellDifference(
    {
      kind: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed',
      path,
      ...(from !== undefined && { from: JSON.stringify(from) }),
      ...(to !== undefined && { to: JSON.stringify(to) }),
      isGrave: false,
      ...more,
    },
    [settings],
  );

describe('a difference in plain words', () => {
  test.for([
    ['name', ['Name of the site']],
    ['plans[pln_crew].name', ['Plan “Crew”', 'Name']],
    ['plans[pln_crew].prices[prc_month].amountCents', ['Plan “Crew”', 'Price “Monthly”', 'Amount']],
    ['fields[phone].visibility', ['Field “Phone”', 'Who reads it']],
    ['branding.colors.lightMode.primaryButton', ['Branding', 'Colours in light', 'Main button']],
    ['plans[pln_gone]', ['Plan “pln_gone”']],
    ['order of plans', ['Plan', 'Order']],
    ['captcha.service', ['Captcha service']],
    ['passwordless.enabled', ['Log-in by mailed code']],
  ] as const)('names %s as %j', ([path, where]) => {
    expect(tell(path, 1, 2).where).toEqual(where);
  });

  test('says what stands in a new entry, without its ids and without what is empty', () => {
    const plan = { id: 'pln_x', name: 'Skipper', status: 'ACTIVE', description: null, prices: [{ name: 'Monthly' }] };
    expect(tell('plans[pln_x]', undefined, plan).after).toBe('State: Offered, Price: Monthly');
    expect(tell('plans[pln_x]', undefined, { id: 'pln_x', name: 'Skipper', rules: { limit: null } }).after).toBe(
      undefined,
    );
  });

  test('does not say an entry twice that is nothing but its name', () => {
    expect(tell('comments.blockedWords[watches]', undefined, 'watches')).toMatchObject({
      where: ['Comments', 'Blocked words “watches”'],
      after: undefined,
    });
  });

  test('says amounts as money, yes and no, and nothing', () => {
    expect(tell('plans[pln_crew].prices[prc_month].amountCents', 1_900, 2_950)).toMatchObject({
      before: '19.00',
      after: '29.50',
    });
    expect(tell('privateSignup', false, true)).toMatchObject({ before: 'no', after: 'yes' });
    expect(tell('branding.logo', null, '/logo.svg')).toMatchObject({ before: 'nothing', after: '/logo.svg' });
  });

  test('says what follows for members, and how many', () => {
    const { consequences } = tell('plans[pln_crew].status', 'ACTIVE', 'INACTIVE', {
      isGrave: true,
      members: 3,
      note: 'members have it',
    });
    expect(consequences).toEqual(['Members have it.', '3 members have this plan now.']);
  });

  test('says that a new field has the values of an earlier one of its key', () => {
    expect(tell('fields[phone].visibility', undefined, 'PUBLIC', { isGrave: true }).consequences).toEqual([
      'What members wrote in an earlier field of this key becomes readable at once.',
    ]);
  });

  test('says who reads a channel from then on', () => {
    const grave = { isGrave: true };
    expect(tell('comments.gatedChannels[crew-talk]', { key: 'crew-talk' }, undefined, grave).consequences).toEqual([
      'Others read at once what stands in this channel; without a group, every visitor.',
    ]);
    expect(tell('contentGroups[grp_gold].allowAllMembers', false, true, grave).consequences).toEqual([
      'More members read at once what stands in the channels of this group.',
    ]);
  });

  test('keeps a value that was cut short as it came', () => {
    const change = {
      kind: 'added',
      path: 'content[a].content',
      to: '"<p>Long… (300 characters)',
      isGrave: false,
    } as const;
    expect(tellDifference(change, [settings]).after).toBe(change.to);
  });
});
