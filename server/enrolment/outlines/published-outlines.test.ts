import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CourseCode } from '../../../shared/courses.ts';
import { outlineAddress, outlineDownload } from '../../../shared/outline-files.ts';
import type { Claim, CyberCourse } from '../../../shared/page-content.ts';
import { partners, type PartnerCode } from '../../../shared/partners.ts';
import { inWords } from '../../../shared/wording.ts';
import { eventually, startTestProduct, type TestProduct } from '../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';
import { readContent } from '../content.ts';
import { createPublishedContent } from '../pieces/published-content.ts';
import { writeOutline } from './outline.ts';
import { createPublishedOutlines } from './published-outlines.ts';
import { readTypeface } from '../../platform/pdf/typeface.ts';

let product: TestProduct;
let console: TestConsole;
let uts: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  uts = await console.employ({ role: 'admissions', partners: ['uts'] });
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

async function publish(key: string, change: (document: any) => void): Promise<void> {
  const path = `/partners/uts/content/${key}`;
  const call = async (method: string, at: string, body?: object): Promise<any> => {
    const answer = await console.call(method, at, { cookie: uts.cookie, ...(body && { body }) });
    expect([answer.status, answer.body?.error]).toEqual([200, undefined]);
    return answer.body.data;
  };
  const { version, published, ofAll } = await call('GET', path);
  const document = structuredClone(published ?? ofAll);
  change(document);
  const drafted = await call('PUT', `${path}/draft`, { version, document });
  await call('POST', `${path}/publication`, { version: drafted.version, note: '' });
}

const fetchOutline = (code: PartnerCode, course: CourseCode, headers: Record<string, string> = {}) =>
  fetch(product.url + outlineAddress(partners[code], course), { headers });
/** A document's ID is another one each time. */
const withoutId = (pdf: Buffer) => pdf.toString('latin1').replace(/\/ID \[[^\]]*\]/, '');
const outlineOf = async (code: PartnerCode, course: CourseCode) =>
  withoutId(Buffer.from(await (await fetchOutline(code, course)).arrayBuffer()));

interface Changed {
  content?: Partial<CyberCourse>;
  claim?: Partial<Claim>;
}
/** The outline that these texts make in the place of those of the files. */
async function written(code: PartnerCode, course: CourseCode, { content, claim }: Changed = {}): Promise<string> {
  const figures = readContent('figures');
  Object.assign(figures.claims.placementBy[course], claim);
  const texts = { content: { ...readContent(`courses/${course}`), ...content }, figures, study: readContent('study') };
  const partner = partners[code];
  return withoutId(await writeOutline({ ...inWords(texts, partner), partner, course }, await readTypeface()));
}

/** Compared as a whole; a failing assertion would print the documents. */
const isSame = (one: string, other: string) => one === other;

const promise = '{Enrol} in a {program} that defends networks.';
test('says what is published for its partner, and the outlines of others say what they said', async () => {
  expect(isSame(await outlineOf('uts', 'cyber'), await written('uts', 'cyber'))).toBe(true);
  await publish('course.cyber.facts', (facts) => (facts.promise = promise));
  const own = await written('uts', 'cyber', { content: { promise } });
  await eventually(async () => isSame(await outlineOf('uts', 'cyber'), own));
  expect(isSame(own, await written('uts', 'cyber')), 'the negative control').toBe(false);
  expect(isSame(await outlineOf('uts', 'data'), await written('uts', 'data'))).toBe(true);
  expect(isSame(await outlineOf('uc', 'cyber'), await written('uc', 'cyber'))).toBe(true);
});

test('calls instructors illustrative until staff publish who teaches', async () => {
  const instructors = [{ name: 'Hana', role: 'Analyst', text: 'Leads.' }];
  await publish('course.cyber.facts', (facts) => (facts.promise = promise));
  await publish('course.cyber.instructors', (team) => team.splice(0, team.length, ...instructors));
  const content = { promise, instructors };
  const own = await written('uts', 'cyber', { content: { ...content, hasOwnTeam: true } });
  await eventually(async () => isSame(await outlineOf('uts', 'cyber'), own));
  expect(isSame(own, await written('uts', 'cyber', { content })), 'with the sentence, the negative control').toBe(
    false,
  );
});

test('names a figure and its source as the pages do', async () => {
  const claim = { figure: '91%', source: 'UTS, 2026, 120 graduates' };
  await publish('figure.placementBy.data', (figure) => Object.assign(figure, claim));
  const own = await written('uts', 'data', { claim });
  await eventually(async () => isSame(await outlineOf('uts', 'data'), own));
  expect(isSame(own, await written('uts', 'data')), 'the negative control').toBe(false);
});

test('is written once for all who ask at one moment, and not sent again to who has it', async () => {
  await publish('course.software.facts', (facts) => (facts.promise = 'Build what people use.'));
  const log = { warn: () => undefined } as any;
  const outlines = createPublishedOutlines(createPublishedContent({ db: product.database.db, log }));
  const found = await Promise.all(Array.from({ length: 20 }, () => outlines.find('uts', 'software')));
  expect(new Set(found).size).toBe(1);
  const own = await written('uts', 'software', { content: { promise: 'Build what people use.' } });
  expect(isSame(withoutId(found[0]!.pdf), own)).toBe(true);
  await eventually(async () => isSame(await outlineOf('uts', 'software'), own));
  const tag = (await fetchOutline('uts', 'software')).headers.get('etag')!;
  expect((await fetchOutline('uts', 'software', { 'if-none-match': tag })).status).toBe(304);
});

test('has the headers of the built ones, and answers HEAD', async () => {
  const [shown, built] = await Promise.all([fetchOutline('uts', 'software'), fetchOutline('uc', 'software')]);
  for (const name of ['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options'])
    expect([name, shown.headers.get(name)]).toEqual([name, built.headers.get(name)]);
  expect(shown.headers.get('content-disposition')).toBe('inline; filename="uts-software-engineering.pdf"');
  const kept = await fetch(product.url + outlineDownload(partners.uts, 'software'), { method: 'HEAD' });
  expect(kept.headers.get('content-disposition')).toBe('attachment; filename="uts-software-engineering.pdf"');
  expect(kept.headers.get('content-length')).toBe(String((await shown.arrayBuffer()).byteLength));
});
