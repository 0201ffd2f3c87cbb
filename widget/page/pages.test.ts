import { expect, test, vi } from 'vitest';
import { arrive, connection, groupWith, home, memberWith, siteWith } from '../testing/visit.ts';
import type { Install } from './config.ts';
import { keepPayment } from './paying.ts';
import type { Who } from './who.ts';

const here = { publicKey: 'pk_1', isGated: false } as Install;
const unknown: Who = { member: undefined, whole: undefined, app: undefined };
const clubMember = memberWith({ planConnections: [connection('pln_club')] });
const site = (...groups: Parameters<typeof groupWith>[0][]) => siteWith({ contentGroups: groups.map(groupWith) });
const visitor = (app = site({})): Who => ({ member: null, whole: null, app });
const member = (whole = memberWith(), app = site({})): Who => ({ member: whole, whole, app });

/** Each page is looked at by a script of its own, which leaves once. */
async function look(who: Who, install: Install = here): Promise<boolean> {
  vi.resetModules();
  const { gatePage } = await import('./pages.ts');
  const isClosed = gatePage(who, install);
  expect(document.documentElement.hasAttribute('data-ms-closed')).toBe(isClosed);
  return isClosed;
}
const message = () => document.querySelector('intake-messages')?.shadowRoot?.textContent;

test('a gated page stays shut for a visitor, who is sent to the first page', async () => {
  const { wentTo } = arrive('', '/club/news');
  expect(await look(visitor())).toBe(true);
  expect(wentTo).toEqual([`${home}/`]);
  expect(sessionStorage.getItem('ms_from')).toBe(`${home}/club/news`);
});

test('a member without the plan is sent away too, one with it stays', async () => {
  const { wentTo } = arrive('', '/club/news');
  expect(await look(member(clubMember))).toBe(false);
  expect(wentTo).toEqual([]);
  expect(await look(member(memberWith({ planConnections: [connection('pln_club', { active: false })] })))).toBe(true);
  expect(wentTo).toHaveLength(1);
});

test('a page nobody gates is open, whatever else the site gates', async () => {
  const { wentTo } = arrive('', '/about');
  expect(await look(visitor())).toBe(false);
  expect(wentTo).toEqual([]);
});

test('a page whose author says that it is gated stays out of sight until the settings say for whom', async () => {
  arrive('', '/about');
  const gated = { ...here, isGated: true };
  expect(await look(unknown, gated)).toBe(true);
  expect(await look(visitor(), gated)).toBe(false);
});

test('a page that an earlier one has learnt of is shut before the settings have come, and nobody is sent away yet', async () => {
  const { wentTo } = arrive('', '/club/news');
  expect(await look(unknown)).toBe(false);
  await look(visitor());
  wentTo.length = 0;
  expect(await look(unknown)).toBe(true);
  expect(await look({ ...unknown, member: null, whole: null })).toBe(true);
  expect(await look({ ...unknown, member: clubMember })).toBe(false);
  expect(wentTo).toEqual([]);
});

test('what was learnt of one site says nothing of another, nor what somebody else wrote there', async () => {
  arrive('', '/club/news');
  await look(visitor());
  expect(await look(unknown, { ...here, publicKey: 'pk_other' })).toBe(false);
  for (const text of ['{', 'null', '{"publicKey":"pk_1","groups":"all"}']) {
    localStorage.setItem('ms_gated', text);
    expect(await look(unknown, { ...here, isGated: true })).toBe(true);
  }
});

test('a member this browser only remembers is sent away by the service’s word alone', async () => {
  const { wentTo } = arrive('', '/club/news');
  const remembered: Who = { member: memberWith(), whole: undefined, app: site({}) };
  expect(await look(remembered)).toBe(true);
  expect(wentTo).toEqual([]);
});

test('who is sent away goes where the group that keeps them out says', async () => {
  const app = site(
    { key: 'all', allowAllMembers: true, redirect: '/join' },
    { redirect: 'https://school.example/plans' },
  );
  const { wentTo } = arrive('', '/club/news');
  await look(visitor(app));
  await look(member(memberWith(), app));
  expect(wentTo).toEqual([`${home}/join`, 'https://school.example/plans']);
});

test.each(['javascript:alert(1)', 'http://school.example/', '/club/plans'])(
  'a group that leads nowhere people may go says so on the spot, and the page stays shut: %s',
  async (redirect) => {
    const { wentTo } = arrive('', '/club/news');
    expect(await look(visitor(site({ redirect })))).toBe(true);
    expect(wentTo).toEqual([]);
    expect(message()).toContain('This page is for members.');
  },
);

test.each(['/Club/news', '//club/news', '/%63lub/news', '/club%2Fnews', '/club;x=1/news'])(
  'another spelling of a gated address is as shut: %s',
  async (path) => {
    arrive('', path);
    expect(await look(visitor())).toBe(true);
  },
);

test('who is back from paying waits on the shut page for the plan; who has logged out meanwhile does not', async () => {
  const { wentTo } = arrive('', '/club/news');
  keepPayment({ priceId: 'prc_1', successUrl: `${home}/club/news`, cancelUrl: `${home}/plans` });
  expect(await look(member())).toBe(true);
  expect(wentTo).toEqual([]);
  expect(await look(visitor())).toBe(true);
  expect(wentTo).toEqual([`${home}/`]);
});
