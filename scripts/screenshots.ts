/** `npm run screenshots`: pictures of every screen of the portal or the console, to look at. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { findPartner, partnerCodes, type PartnerCode } from '../shared/partners.ts';
import { consoleVisits } from '../journeys/console-visits.ts';
import startProduct from '../journeys/start-product.ts';
import config from '../playwright.config.ts';
import { findBrowser } from './lib/browser.mjs';
import { buildProduct } from './lib/build.mjs';
import { usualStudents } from './lib/environment.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { announce } from './lib/progress.mjs';
import { cacheFolder, root } from './lib/project.mjs';
import { writeGallery } from './screenshots/gallery.ts';
import { screens } from './screenshots/screens.ts';
import { takeConsole, takeDocsPictures } from './screenshots/take-console.ts';
import { standardWidths, takePartner } from './screenshots/take.ts';

const folder = path.join(cacheFolder, 'screenshots');
const docsFolder = path.join(root, 'docs/pictures/console');
const help = `npm run screenshots [-- options]

Starts the built product on a port and a database of its own, makes the people it needs, and takes every screen of
the portal in its states. Open index.html in the folder afterwards.

  --console               the screens of the console instead, each in light and dark, with the students of npm start
  --docs                  the pictures of docs/console.md, into docs/pictures/console. Look at them before you commit them

  --partner uts,vcu       whose pages (default uts,vcu; there are ${partnerCodes.join(', ')})
  --width 360,768,1440    how wide, in CSS pixels (default ${standardWidths.join(',')})
  --screen enrol          only screens with this in their name
  --out FOLDER            where to (default .cache/screenshots)
  --list                  the names of all screens
  --help                  this text`;

/** @returns 0 when every picture was taken */
async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const options = readOptions('npm run screenshots', {
    partner: text,
    width: text,
    screen: text,
    out: text,
    list: { type: 'boolean' },
    console: { type: 'boolean' },
    docs: { type: 'boolean' },
  });
  if (options['help'] || options['list']) {
    const names = options['console'] ? Object.keys(consoleVisits) : screens.map(({ name }) => name);
    console.log(options['help'] ? help : names.join('\n'));
    return 0;
  }
  const out = path.resolve(String(options['out'] ?? (options['docs'] ? docsFolder : folder)));
  const screen = String(options['screen'] ?? '');
  const partners = readPartners(String(options['partner'] ?? 'uts,vcu'));
  const chosen = screens.filter(({ name }) => name.includes(screen));
  const widths = options['width'] === undefined ? undefined : readWidths(String(options['width']));
  if (options['console'] || options['docs']) {
    const take = options['docs'] ? takeDocsPictures : takeConsole;
    process.env['DEMO_STUDENTS'] ??= usualStudents;
    return withProduct(`Taking the console into ${out}…`, (common) => take({ ...common, out, screen, widths }));
  }
  if (chosen.length === 0) throw new Problem(`No screen is called like ${String(options['screen'])}. See --list.`);
  return withProduct(`Taking ${chosen.length} screens of ${partners.join(' and ')} into ${out}…`, async (common) => {
    const wish = { ...common, out, widths, screens: chosen };
    const faults = await Promise.all(partners.map((partner) => takePartner({ ...wish, partner })));
    await writeGallery(out);
    return faults.flat();
  });
}

interface Common {
  browser: Browser;
  url: string;
}

/** Starts the built product and a browser around `take`. @returns 0 unless it says what failed */
async function withProduct(doing: string, take: (common: Common) => Promise<string[]>): Promise<number> {
  await buildProduct();
  const executablePath = await findBrowser();
  process.env['DATA_DIR'] = path.join(folder, 'data');
  const stop = await startProduct();
  const browser = await chromium.launch({ ...config.use?.launchOptions, executablePath });
  const done = announce(doing);
  try {
    const faults = await take({ browser, url: process.env['INTAKE_URL']! });
    done('Pictures taken');
    for (const fault of faults) console.error(fault);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await stop();
    await rm(process.env['DATA_DIR'], { recursive: true, force: true });
  }
}

function readPartners(text: string): PartnerCode[] {
  return text.split(',').map((code) => {
    const partner = findPartner(code);
    if (!partner) throw new Problem(`No partner is called ${code}. There are ${partnerCodes.join(', ')}.`);
    return partner.code;
  });
}

function readWidths(text: string): number[] {
  const widths = text.split(',').map(Number);
  if (widths.some((width) => !Number.isInteger(width) || width < 200))
    throw new Problem('--width takes numbers, 360,1440 for example.');
  return widths.toSorted((a, b) => a - b);
}

await runMain(main);
