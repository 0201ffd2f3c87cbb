import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { partners } from '../../../shared/partners.ts';
import { unescapeHtml } from '../../platform/html.ts';
import { eventually, startTestProduct, type TestProduct } from '../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';
import { importPieces } from './import-pieces.ts';
import { createPublishedContent } from './published-content.ts';

let product: TestProduct;
let console: TestConsole;
let owner: Employed;
let uts: Employed;
let uc: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  owner = await console.employ({ role: 'owner' });
  uts = await console.employ({ role: 'admissions', partners: ['uts'] });
  uc = await console.employ({ role: 'admissions', partners: ['uc'] });
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

const rows = async (text: string, ...values: unknown[]): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const call = (by: Employed, method: string, path: string, body?: unknown) =>
  console.call(method, `/partners/${path}`, { cookie: by.cookie, ...(body !== undefined && { body }) });
const codeOf = ({ status, body }: { status: number; body: any }) => body?.error?.code ?? status;

const at = (partner: string, key: string) => `${partner}/content/${key}`;
async function read(by: Employed, partner: string, key: string): Promise<any> {
  const { status, body } = await call(by, 'GET', at(partner, key));
  expect([status, body?.error]).toEqual([200, undefined]);
  return body.data;
}
async function draft(by: Employed, partner: string, key: string, document: unknown) {
  const { version } = await read(by, partner, key);
  return call(by, 'PUT', `${at(partner, key)}/draft`, { version, document });
}
async function publish(by: Employed, partner: string, key: string, document: unknown, note = '') {
  const drafted = await draft(by, partner, key, document);
  if (drafted.status !== 200) return drafted;
  return call(by, 'POST', `${at(partner, key)}/publication`, { version: drafted.body.data.version, note });
}
const pageOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(product.url + path, { headers: { accept: 'text/html', ...headers } })).text();
/** What a page says besides the build's content. */
const sentIn = (html: string): any => JSON.parse(unescapeHtml(/ data-content="([^"]*)"/.exec(html)?.[1] ?? '{}'));
const sentTo = async (partner: string) => sentIn(await pageOf(`/${partner}/faq`));
const member = { cookie: 'intake_session=any' };
const ask = (question: string, answer: string) => [{ question, answer }];

describe('the content files', () => {
  test('fill the pieces once, and pages then say nothing besides the build', async () => {
    const [{ count }] = await rows(`select count(*)::int as count from content_piece where partner is null`);
    expect(count).toBe(22);
    expect(await pageOf('/sg/faq')).not.toContain('data-content');
    const before = await read(owner, 'all', 'consultation.questions');
    expect(before).toMatchObject({ publishedBy: 'content/consultation.yaml', version: 1, isOwn: false });
    await publish(owner, 'all', 'consultation.questions', ask('Is it free?', 'Yes.'));
    await importPieces({ db: product.database.db });
    expect((await read(owner, 'all', 'consultation.questions')).published).toEqual(ask('Is it free?', 'Yes.'));
    expect(await rows(`select count(*)::int as count from content_piece where partner is null`)).toEqual([
      { count: 22 },
    ]);
  });
});

describe('a partner’s own text', () => {
  test('is on its page once published, with facts, and not on that of another partner', async () => {
    const saved = await draft(
      uts,
      'uts',
      'faq.general',
      ask('When do I {enrol}?', 'By {weeks.full-time} <b>weeks</b>.'),
    );
    expect(saved.body.data).toMatchObject({ hasDraft: true, isOwn: false, version: 1 });
    expect(await sentTo('uts')).not.toHaveProperty('faq');
    const done = await call(uts, 'POST', `${at('uts', 'faq.general')}/publication`, {
      version: 1,
      note: 'Asked often',
    });
    expect(done.body.data).toMatchObject({ hasDraft: false, isOwn: true, version: 2 });
    await eventually(async () => 'faq' in (await sentTo('uts')));
    const html = await pageOf('/uts/faq');
    expect(sentIn(html).faq.general).toEqual([
      { question: 'When do I {enrol}?', answer: 'By 12 <b>weeks</b>.', claims: [] },
    ]);
    expect(html).not.toContain('<b>weeks');
    expect(Object.keys(sentIn(html).faq)).toEqual(['general']);
    expect(await sentTo('uc')).not.toHaveProperty('faq');
    expect(
      await rows(
        `select actor, action, partner, subject, note from audit_entry where action = 'content.published' and partner = 'uts'`,
      ),
    ).toEqual([
      {
        actor: expect.stringMatching(/^\S+@\S+ \(.+\)$/),
        action: 'content.published',
        partner: 'uts',
        subject: 'faq.general',
        note: 'Asked often',
      },
    ]);
  });

  test('is read by another process and after a restart', async () => {
    await publish(uts, 'uts', 'faq.eligibility', ask('Who?', 'You.'));
    const log = { warn: () => undefined } as any;
    const other = createPublishedContent({ db: product.database.db, log });
    expect((await other.ofPartner('uts')).differing['faq']).toMatchObject({ eligibility: [{ answer: 'You.' }] });
    expect((await other.ofPartner('vcu')).differing['faq']).toBeUndefined();
    await publish(uts, 'uts', 'faq.eligibility', ask('Who?', 'Everybody.'));
    await eventually(async () => JSON.stringify((await other.ofPartner('uts')).differing).includes('Everybody.'));
  });

  test('gives way to the text of all partners again, and comes back from the history', async () => {
    const first = (await publish(uts, 'uts', 'faq.cohortDates', ask('When?', 'Soon.'))).body.data;
    const back = await call(uts, 'POST', `${at('uts', 'faq.cohortDates')}/return`, {
      version: first.version,
      note: 'Common',
    });
    expect(back.body.data).toMatchObject({
      isOwn: false,
      published: (await read(owner, 'all', 'faq.cohortDates')).published,
    });
    await eventually(async () => !('cohortDates' in ((await sentTo('uts')).faq ?? {})));
    const [, earlier] = back.body.data.publications;
    expect(earlier.document).toEqual(ask('When?', 'Soon.'));
    const restored = await publish(uts, 'uts', 'faq.cohortDates', earlier.document);
    expect(restored.body.data).toMatchObject({ isOwn: true, published: ask('When?', 'Soon.') });
    expect(codeOf(await call(uts, 'POST', `${at('uts', 'faq.jobProspects')}/return`, { version: 0, note: '' }))).toBe(
      'content-not-own',
    );
  });

  test('of a course stands in the prerendered first screen, in its words and escaped', async () => {
    const { published } = await read(uc, 'uc', 'course.data.facts');
    const hero = 'A {program} for <you> & me.';
    expect((await publish(uc, 'uc', 'course.data.facts', { ...published, hero })).status).toBe(200);
    const screen = async (partner: string) =>
      (await pageOf(`/${partner}/courses/data-science`, member)).split('<script')[0]!;
    await eventually(async () => (await screen('uc')).includes('A programme for &lt;you&gt; &amp; me.'));
    expect(await screen('uc')).not.toMatch(/⟦|Learn to ask/);
    expect(await screen('vcu')).not.toContain('for &lt;you&gt;');
    expect(sentIn(await pageOf('/uc/courses/data-science', member))).toMatchObject({
      'courses/data': { hero },
      'course-heads/data': { hero },
    });
  });
});

describe('a text that is not right', () => {
  test.for([
    ['a word in braces that is none', 'faq.general', ask('Hm?', 'A {programm}.'), '[0].answer'],
    ['a fact that does not exist', 'faq.general', ask('Hm?', 'Costs {price.none}.'), '[0].answer'],
    ['a word that partners spell differently', 'faq.general', ask('Who may enroll?', 'You.'), '[0].question'],
    ['an empty answer', 'faq.general', ask('Hm?', ''), '[0].answer'],
    ['no question at all', 'faq.general', [], ''],
    ['another shape', 'faq.general', { html: '<script>' }, ''],
    [
      'a figure that names a fact',
      'figure.placement',
      { figure: '{price.full}', meaning: 'x', source: 'us' },
      'figure',
    ],
  ] as const)('%s is refused with where it stands', async ([, key, document, field]) => {
    const answer = await draft(owner, 'all', key, document);
    expect(codeOf(answer)).toBe('content-invalid');
    expect(answer.body.error.faults[0].name).toBe(field);
  });

  test('is refused where it is too long', async () => {
    expect(codeOf(await draft(uts, 'uts', 'faq.general', ask('Long?', 'x'.repeat(40_000))))).toBe('content-invalid');
  });
});

describe('a figure', () => {
  const key = 'figure.placementBy.data';
  test('without a source is not published, and with one it stands in every text that names it', async () => {
    const figure = { figure: '91%', meaning: 'placement rate', source: null };
    expect(codeOf(await publish(uts, 'uts', key, figure))).toBe('figure-without-source');
    expect(codeOf(await publish(uts, 'uts', key, { ...figure, source: '  ' }))).not.toBe(200);
    const done = await publish(uts, 'uts', key, { ...figure, source: 'UTS, 2026, 120 graduates' });
    expect(done.status).toBe(200);
    await eventually(async () => 'figures' in (await sentTo('uts')));
    const sent = await sentTo('uts');
    expect(sent.figures.claims.placementBy.data).toEqual({ ...figure, source: 'UTS, 2026, 120 graduates' });
    expect(JSON.stringify(sent.faq.jobProspects)).toContain('Data Science & AI: 91%');
    expect((await call(uts, 'GET', 'uts/content')).body.data.find((row: any) => row.key === key).lacksSource).toBe(
      false,
    );
    expect((await call(uc, 'GET', 'uc/content')).body.data.find((row: any) => row.key === key).lacksSource).toBe(true);
  });

  test('without a source is refused by the table itself, except as the file said it', async () => {
    const without = JSON.stringify({ figure: '99%', meaning: 'x', source: null });
    const set = (more: string) =>
      rows(`update content_piece set published = $1::jsonb ${more} where key = $2 and partner = 'uts'`, without, key);
    await expect(set('')).rejects.toThrow('published_figure_has_source');
    await expect(
      rows(
        `insert into content_publication (id, piece_id, key, document, published_by)
         select 'pub_x', id, key, $1::jsonb, 'x' from content_piece where key = $2 and partner = 'uts'`,
        without,
        key,
      ),
    ).rejects.toThrow('published_figure_had_source');
  });
});

describe('who teaches', () => {
  const key = 'course.cyber.instructors';
  const sentTeam = async (partner: string) => {
    const { instructors, hasOwnTeam = false } = (await sentTo(partner))['courses/cyber'] ?? {};
    return { first: instructors?.[0].name, hasOwnTeam };
  };
  const isSent = (partner: string, first: string | undefined) =>
    eventually(async () => (await sentTeam(partner)).first === first);

  test('is a partner’s own team once its staff publish it, and not where they restore that of the file', async () => {
    const { published: ofFile } = await read(uc, 'uc', key);
    await publish(uc, 'uc', key, [{ name: 'Hana', role: 'Analyst', text: 'Leads.' }]);
    await isSent('uc', 'Hana');
    expect(await sentTeam('uc')).toEqual({ first: 'Hana', hasOwnTeam: true });
    expect(await sentTeam('vcu')).toEqual({ first: undefined, hasOwnTeam: false });
    await publish(uc, 'uc', key, ofFile);
    await isSent('uc', undefined);
    expect((await sentTeam('uc')).hasOwnTeam).toBe(false);
  });

  test('is not the partner’s own team where the file that was imported said otherwise than that of this release', async () => {
    await rows(
      `update content_piece set published = jsonb_set(published, '{0,name}', '"Earlier"'), publications = publications + 1
       where key = $1 and partner is null`,
      key,
    );
    await isSent('vcu', 'Earlier');
    expect((await sentTeam('vcu')).hasOwnTeam).toBe(false);
  });
});

describe('staff', () => {
  test('of another partner find it as absent as one that does not exist', async () => {
    for (const [method, path, body] of [
      ['GET', 'uts/content'],
      ['GET', at('uts', 'faq.general')],
      ['PUT', `${at('uts', 'faq.general')}/draft`, { version: 0, document: ask('a', 'b') }],
      ['POST', `${at('uts', 'faq.general')}/publication`, { version: 0, note: '' }],
      ['POST', `${at('uts', 'faq.general')}/preview`],
    ] as const) {
      const answer = await call(uc, method, path, body);
      const absent = await call(uc, method, path.replace('uts', 'nowhere'), body);
      expect([answer.status, answer.body]).toEqual([absent.status, absent.body]);
      expect(codeOf(answer)).toBe('not-found');
    }
    expect(codeOf(await call(owner, 'GET', at('uts', 'faq.unheard')))).toBe('content-piece-not-found');
  });

  test('of a partner read the text of all partners and do not change it', async () => {
    expect(await read(uts, 'all', 'faq.general')).toMatchObject({ mayChange: false });
    expect(codeOf(await draft(uts, 'all', 'faq.general', ask('a', 'b')))).toBe('content-of-all-partners');
  });

  test('who save from an older version are told, and the first save stays', async () => {
    const key = 'course.cyber.instructors';
    const { version } = await read(uts, 'uts', key);
    const save = (name: string) =>
      call(uts, 'PUT', `${at('uts', key)}/draft`, { version, document: [{ name, role: 'Analyst', text: 'Leads.' }] });
    const answers = await Promise.all([save('Ana'), save('Bo')]);
    expect(answers.map(codeOf).toSorted()).toEqual([200, 'changed-meanwhile']);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect(refused.body.error.version).toBe('1');
    const kept = answers.find(({ status }) => status === 200)!.body.data.draft[0].name;
    expect((await read(uts, 'uts', key)).draft[0].name).toBe(kept);
    const stale = await call(uts, 'POST', `${at('uts', key)}/publication`, { version: 0, note: '' });
    expect(codeOf(stale)).toBe('changed-meanwhile');
  });
});

describe('a preview', () => {
  test('shows the draft on the partner’s page to who has the link alone, and ends with the draft', async () => {
    await draft(uc, 'uc', 'faq.general', ask('Drafted?', 'Yes.'));
    const preview = () => call(uc, 'POST', `${at('uc', 'faq.general')}/preview`);
    const first = (await preview()).body.data.token;
    const { token, endsAt } = (await preview()).body.data;
    const open = (partner: string, link: string) =>
      fetch(`${product.url}/${partner}/faq?preview=${link}`, { headers: { accept: 'text/html' } });
    const shown = await open('uc', token);
    const html = await shown.text();
    expect(sentIn(html).faq.general[0].question).toBe('Drafted?');
    expect(html).toContain('Preview of a draft.');
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.headers.get('x-robots-tag')).toBe('noindex');
    expect(JSON.stringify(await sentTo('uc'))).not.toContain('Drafted?');
    for (const [partner, link] of [
      ['uts', token],
      ['uc', first],
      ['uc', 'made-up'],
    ] as const)
      expect((await open(partner, link)).status).toBe(404);
    const { version, previewEndsAt } = await read(uc, 'uc', 'faq.general');
    expect(previewEndsAt, 'that of the last link').toBe(endsAt);
    const dropped = await call(uc, 'POST', `${at('uc', 'faq.general')}/discard`, { version });
    expect(dropped.body.data.previewEndsAt).toBeNull();
    expect((await open('uc', token)).status).toBe(404);
    expect(codeOf(await preview())).toBe('content-draft-missing');
    await draft(uc, 'uc', 'faq.general', ask('Drafted later?', 'Yes.'));
    expect((await open('uc', token)).status, 'the link of a dropped draft shows no later one').toBe(404);
  });

  test('of the text of all partners leaves the page of one with its own text as it is, as publishing does', async () => {
    await publish(uts, 'uts', 'faq.jobProspects', ask('Ours?', 'Yes.'));
    await draft(owner, 'all', 'faq.jobProspects', ask('For all?', 'Yes.'));
    const { token } = (await call(owner, 'POST', `${at('all', 'faq.jobProspects')}/preview`)).body.data;
    const first = async (partner: string, query = '') =>
      sentIn(await pageOf(`/${partner}/faq${query}`)).faq?.jobProspects?.[0].question;
    await eventually(async () => (await first('uts')) === 'Ours?');
    expect(await first('uts', `?preview=${token}`)).toBe('Ours?');
    expect(await first('uc', `?preview=${token}`)).toBe('For all?');
    expect((await read(owner, 'all', 'faq.jobProspects')).apart).toEqual(['uts']);
    expect((await read(uts, 'all', 'faq.jobProspects')).apart, 'not for who may not change it').toEqual([]);

    const { version } = await read(owner, 'all', 'faq.jobProspects');
    await call(owner, 'POST', `${at('all', 'faq.jobProspects')}/publication`, { version, note: '' });
    await eventually(async () => (await sentTo('uc')).faq?.jobProspects?.[0].question === 'For all?');
    expect(await first('uts')).toBe('Ours?');
  });

  test('ends after an hour', async () => {
    await draft(uc, 'uc', 'faq.general', ask('Drafted?', 'Again.'));
    const { token } = (await call(uc, 'POST', `${at('uc', 'faq.general')}/preview`)).body.data;
    await rows(`update content_piece set preview_ends_at = now() - interval '1 second' where key = 'faq.general'`);
    expect((await fetch(`${product.url}/uc/faq?preview=${token}`, { headers: { accept: 'text/html' } })).status).toBe(
      404,
    );
  });
});

test('every partner’s pages have a text in each slot', async () => {
  for (const code of Object.keys(partners))
    for (const page of ['cyber-security', 'data-science', 'software-engineering'])
      expect(await pageOf(`/${code}/courses/${page}`, member)).not.toContain('⟦');
});
