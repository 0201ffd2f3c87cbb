import { globSync, readFileSync } from 'node:fs';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { partnerEntries, type PartnerEntry } from '../shared/partner-entries.ts';
import { portalPages } from '../shared/portal-pages.ts';

// An eighth partner is this entry, and a word in a site's file (server/enrolment/password-words.test.ts). It is put
// among the others before any module reads them, so that a module with its own list would fail.
const code = 'qx' as 'uts';
const eighth: PartnerEntry = {
  languageTag: 'en-CA',
  timeZone: 'America/Halifax',
  currency: 'NZD',
  words: { ...partnerEntries.uts.words, Program: 'Programme', program: 'programme', Enrol: 'Enroll', enrol: 'enroll' },
  theme: {
    name: 'Spruce and coral',
    primary: '#0B5D57',
    deep: '#06302D',
    tint: '#EEF7F6',
    accent: '#FF8A70',
    accentInk: '#2A0F08',
    focus: '#0B5D57',
    error: '#B3261E',
  },
  careerAdvisorContactPage: 'https://qx.example.org/advisors',
  mainWebsite: 'https://qx.example.org',
  supportEmail: 'help@qx.example.org',
  opensContent: false,
};

const load = async () => ({
  ...(await import('../shared/partners.ts')),
  ...(await import('../contract/leads.ts')),
  ...(await import('../shared/wording.ts')),
  ...(await import('../portal/partner/partner-faults.ts')),
  ...(await import('../portal/partner/partner-files.ts')),
  ...(await import('../portal/partner/paths.ts')),
  ...(await import('../server/enrolment/content.ts')),
  ...(await import('../server/enrolment/mail-previews/example-mails.ts')),
  ...(await import('../server/web/page-template.ts')),
  ...(await import('../server/enrolment/outlines/outline.ts')),
  ...(await import('../server/platform/pdf/typeface.ts')),
});
let product: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  // Test files share their modules; another may have read the seven already, and none shall read the eighth.
  vi.resetModules();
  Object.assign((await import('../shared/partner-entries.ts')).partnerEntries, { [code]: eighth });
  product = await load();
});
afterAll(() => vi.resetModules());

test('the entry has no fault: every pair of colours is readable', () => {
  expect(product.partnerCodes).toHaveLength(8);
  expect(product.findPartnerFaults(code, eighth)).toEqual([]);
});

test('its pages have its language, colours, favicon and title', () => {
  const site = { publicKey: 'pk_sb_any', passwordMinLength: 8 };
  const template = '<html lang="%lang%" class="%partner%"><title>%title%</title><link rel="icon" href="%favicon%">';
  expect(product.fillTemplate(template, code, site)).toBe(
    '<html lang="en-CA" class="qx"><title>Enrolment Portal | QX</title><link rel="icon" href="/assets/favicon-qx.svg">',
  );
  const partner = product.findPartner(code)!;
  expect(product.pathOf(partner, 'login')).toBe(`/qx/${portalPages.login.path}`);
  expect(product.consultantPage(partner)).toBe('https://qx.example.org/advisors');
});

test('calls take it, and no other', () => {
  const { partner } = product.LeadRequest.shape;
  expect(partner.safeParse(code).success).toBe(true);
  expect(partner.safeParse('qy').success).toBe(false);
});

test('the build makes its theme, favicon, wordmark, mark and drawings', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [product.partnerFiles()],
    build: { write: false, rolldownOptions: { input: 'virtual:partner-themes.css' } },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('nothing was built');
  const assets = bundle.output.flatMap((file) => (file.type === 'asset' ? [file] : []));
  const own = assets.map(({ fileName }) => fileName).filter((name) => name.includes(`-${code}`));
  expect(own).toHaveLength(9);
  for (const kind of ['favicon', 'logo', 'mark']) expect(own).toContain(`assets/${kind}-qx.svg`);
  const css = assets.find(({ fileName }) => fileName.endsWith('.css'));
  expect(String(css?.source)).toMatch(/\.qx\s*\{[^}]*--brand:\s*#0b5d57/i);
});

test('its words fill every text, and no token is left', () => {
  const partner = product.findPartner(code)!;
  for (const name of ['faq', 'courses/cyber', 'courses/data', 'courses/software', 'webinars', 'study'] as const) {
    expect(JSON.stringify(product.inWords(product.readContent(name), partner))).not.toMatch(/\{[\w.]+\}/);
  }
  expect(product.inWords('{Enrol} in the {program} at {partner}', partner)).toBe('Enroll in the programme at QX');
});

test('its mails have its name, colours, words and time zone', () => {
  const partner = product.findPartner(code)!;
  const mails = product.exampleMails({ partner, now: new Date(), appUrl: 'https://portal.example' });
  for (const { senderName, html, text } of mails) {
    expect(senderName).toBe('QX Enrolment');
    expect(html).toContain('lang="en-CA"');
    expect(html).toContain(eighth.theme.deep);
    expect(html).toContain(eighth.theme.accent);
    expect(html + text).not.toMatch(/\{\w+\}|undefined|Invalid Date/);
  }
  for (const timed of ['webinar-registered', 'order-enrolled']) {
    expect(mails.find(({ kind }) => kind === timed)?.text).toContain('(Halifax time)');
  }
});

test('its outlines speak its language and name it', async () => {
  const partner = product.findPartner(code)!;
  const texts = {
    content: product.readContent('courses/cyber'),
    figures: product.readContent('figures'),
    study: product.readContent('study'),
  };
  const data = { ...product.inWords(texts, partner), partner, course: 'cyber' as const };
  const outline = (await product.writeOutline(data, await product.readTypeface())).toString('latin1');
  // It has no mark of its own, and its letters stand there once.
  expect(outline.includes('The mark of')).toBe(false);
  // A document is too long to be shown when it lacks something.
  expect(['/Lang (en-CA)', '<rdf:li>QX</rdf:li>'].filter((part) => !outline.includes(part))).toEqual([]);
});

test('no other file of the product names a partner', () => {
  const anyCode = new RegExp(`(['"])(?:${Object.keys(partnerEntries).join('|')})\\1`);
  const files = globSync(
    '{client,console,contract,portal,server,scripts,shared,ui,widget}/**/*.{ts,tsx,css,html}',
  ).filter((file) => !/\.test\.|testing\/|api-reference\/|partner-entries/.test(file));
  expect(files.length).toBeGreaterThan(100);
  // The one other place says where somebody without a partner is sent.
  expect(files.filter((file) => anyCode.test(readFileSync(file, 'utf8')))).toEqual(['shared/partners.ts']);
});
