/** `npm run screenshots`: pictures of every screen of the portal, to look at. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findPartner, partnerCodes, type PartnerCode } from '../shared/partners.ts';
import startProduct from '../journeys/start-product.ts';
import config from '../playwright.config.ts';
import { findBrowser } from './lib/browser.mjs';
import { buildPages } from './lib/build.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { announce } from './lib/progress.mjs';
import { cacheFolder } from './lib/project.mjs';
import { writeGallery } from './screenshots/gallery.ts';
import { screens } from './screenshots/screens.ts';
import { standardWidths, takePartner } from './screenshots/take.ts';

const folder = path.join(cacheFolder, 'screenshots');
const help = `npm run screenshots [-- options]

Starts the built product on a port and a database of its own, makes the people it needs, and takes every screen of
the portal in its states. Open index.html in the folder afterwards.

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
  });
  if (options['help'] || options['list']) {
    console.log(options['help'] ? help : screens.map(({ name }) => name).join('\n'));
    return 0;
  }
  const out = path.resolve(String(options['out'] ?? folder));
  const partners = readPartners(String(options['partner'] ?? 'uts,vcu'));
  const chosen = screens.filter(({ name }) => name.includes(String(options['screen'] ?? '')));
  const widths = options['width'] === undefined ? undefined : readWidths(String(options['width']));
  if (chosen.length === 0) throw new Problem(`No screen is called like ${String(options['screen'])}. See --list.`);
  return takeAll({ out, partners, chosen, widths });
}

interface Wish {
  out: string;
  partners: PartnerCode[];
  chosen: typeof screens;
  widths: number[] | undefined;
}

async function takeAll({ out, partners, chosen, widths }: Wish): Promise<number> {
  await buildPages();
  const executablePath = await findBrowser();
  process.env['DATA_DIR'] = path.join(folder, 'data');
  const stop = await startProduct();
  const browser = await chromium.launch({ ...config.use?.launchOptions, executablePath });
  const done = announce(`Taking ${chosen.length} screens of ${partners.join(' and ')} into ${out}…`);
  try {
    const common = { browser, url: process.env['INTAKE_URL']!, out, widths };
    const faults = await Promise.all(partners.map((partner) => takePartner({ ...common, partner, screens: chosen })));
    await writeGallery(out);
    done('Pictures taken');
    for (const fault of faults.flat()) console.error(fault);
    return faults.flat().length === 0 ? 0 : 1;
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
