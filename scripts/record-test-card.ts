/** `npm run record-test-card`: records the film of the test card dialog from the product itself. */
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import startProduct from '../journeys/start-product.ts';
import config from '../playwright.config.ts';
import { findBrowser } from './lib/browser.mjs';
import { buildProduct } from './lib/build.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { announce } from './lib/progress.mjs';
import { cacheFolder, root } from './lib/project.mjs';

const help = `npm run record-test-card [-- options]

Starts the built product on a port and a database of its own, buys a plan of the demonstration site with a test card,
and writes the film and its still that the test card dialog shows. It needs ffmpeg with libvpx (in Debian the package
"ffmpeg"). Look at the film before you commit it.

  --ffmpeg PATH   where ffmpeg is, when not in PATH
  --out FOLDER    where to (default widget/test-mode)
  --help          this text`;

/** As wide as the dialog shows it, and finer, for screens that are. */
const size = { width: 448, height: 288, scale: 1.5 };
/** Milliseconds per frame. */
const tickMs = 80;
const mostBytes = 150_000;
const dataFolder = path.join(cacheFolder, 'record-test-card');

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const options = readOptions('npm run record-test-card', { ffmpeg: text, out: text });
  if (options['help']) {
    console.log(help);
    return 0;
  }
  const out = path.resolve(String(options['out'] ?? path.join(root, 'widget/test-mode')));
  const film = path.join(out, 'checkout.webm');
  await buildProduct();
  const { pictures, still } = await walk();
  await encode(String(options['ffmpeg'] ?? 'ffmpeg'), pictures, film);
  await writeFile(path.join(out, 'checkout.webp'), await sharp(still).webp({ quality: 75 }).toBuffer());
  const { size: bytes } = statSync(film);
  console.log(`${film}: ${(pictures.length * tickMs) / 1_000} seconds, ${bytes} bytes`);
  if (bytes > mostBytes) throw new Problem(`The film is larger than ${mostBytes} bytes.`);
  return 0;
}

interface Recorded {
  pictures: Buffer[];
  /** The still for `prefers-reduced-motion`. */
  still: Buffer;
}

async function walk(): Promise<Recorded> {
  const executablePath = await findBrowser();
  process.env['DATA_DIR'] = dataFolder;
  const stop = await startProduct();
  const browser = await chromium.launch({ ...config.use?.launchOptions, executablePath });
  const done = announce('Walking through the checkout…');
  try {
    const context = await browser.newContext({
      viewport: size,
      deviceScaleFactor: size.scale,
      baseURL: process.env['INTAKE_DEMO_URL']!,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const recorded = await payWithTestCard(await context.newPage());
    done('Recorded');
    return recorded;
  } finally {
    await browser.close();
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function payWithTestCard(page: Page): Promise<Recorded> {
  const camera = createCamera(page);
  // No film within the film.
  await page.route('**/*.webm', (route) => route.abort());
  await page.goto('/upgrade');
  await page.waitForFunction(() => 'Intake' in window);
  await page.evaluate(() =>
    (
      window as unknown as { Intake: { signupMemberEmailPassword(person: object): Promise<unknown> } }
    ).Intake.signupMemberEmailPassword({ email: 'maker@example.org', password: 'blue-kettle-morning' }).then(
      () => undefined,
    ),
  );
  // Its badge would lie over the page that is paid for.
  await page.addStyleTag({ content: 'intake-inspector { display: none }' });
  await page.getByRole('link', { name: 'Be a maker' }).click();
  const dialog = page.locator('#TestCardModal');
  const copy = dialog.getByRole('button', { name: 'Copy Stripe Test Card' });
  await copy.scrollIntoViewIfNeeded();
  await camera.holds(500);
  await camera.presses(copy);
  await dialog.getByRole('button', { name: 'Copied Stripe Test Card' }).waitFor();
  await camera.holds(700);
  await camera.presses(dialog.getByRole('button', { name: 'Continue to Test Checkout' }));

  const number = page.getByLabel('Card number');
  await number.waitFor();
  // All that is typed fits below it.
  await page.getByText('Card number', { exact: true }).evaluate((words) => {
    words.scrollIntoView();
    scrollBy(0, -12);
  });
  await camera.presses(number);
  await page.keyboard.press('ControlOrMeta+v');
  await camera.holds(700);
  for (const [label, text] of [
    ['Expiry date', '1234'],
    ['Security code', '123'],
    ['Name on card', 'Test Member'],
  ] as const) {
    await page.getByLabel(label).focus();
    for (const letter of text) {
      await page.keyboard.type(letter);
      await camera.holds(tickMs);
    }
  }
  const still = await camera.picture();
  await camera.presses(page.getByRole('button', { name: /^(Pay|Subscribe)/ }));
  await page.waitForURL('**/thanks');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.addStyleTag({ content: 'intake-inspector { display: none }' });
  await camera.holds(1_400);
  return { pictures: camera.pictures, still };
}

interface Point {
  x: number;
  y: number;
}

/** Takes frames at a fixed rate regardless of real time, so that a busy machine records the same film. */
function createCamera(page: Page) {
  const pictures: Buffer[] = [];
  let pointer: Point = { x: size.width * 0.8, y: size.height * 0.9 };

  const picture = async (at: Point = pointer) => addPointer(await page.screenshot({ scale: 'device' }), at);
  async function holds(ms: number): Promise<void> {
    const taken = await picture();
    for (let shown = 0; shown < ms; shown += tickMs) pictures.push(taken);
  }
  async function presses(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = (await target.boundingBox())!;
    const goal = { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 };
    const plain = await page.screenshot({ scale: 'device' });
    const steps = 6;
    for (let step = 1; step <= steps; step += 1) {
      const done = (1 - Math.cos((Math.PI * step) / steps)) / 2;
      const between = (from: number, to: number) => from + (to - from) * done;
      pictures.push(await addPointer(plain, { x: between(pointer.x, goal.x), y: between(pointer.y, goal.y) }));
    }
    pointer = goal;
    await page.mouse.move(goal.x, goal.y);
    await holds(240);
    await page.mouse.click(goal.x, goal.y);
  }
  return { pictures, picture, holds, presses };
}

const arrow = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="36" viewBox="0 0 20 24">
    <path d="M3 2v17l4.500-4 3 6.500 3-1.400-3-6.300H17Z" fill="#111" stroke="#fff" stroke-width="1.600" stroke-linejoin="round"/>
  </svg>`,
);

/** A browser without a screen draws no pointer. */
const addPointer = (picture: Buffer, { x, y }: Point): Promise<Buffer> =>
  sharp(picture)
    .composite([{ input: arrow, left: Math.round(x * size.scale), top: Math.round(y * size.scale) }])
    .png()
    .toBuffer();

/** @throws Problem where there is no ffmpeg, or with its own words when it fails */
async function encode(ffmpeg: string, pictures: Buffer[], file: string): Promise<void> {
  const from = ['-f', 'image2pipe', '-framerate', String(1_000 / tickMs), '-i', '-'];
  const as = ['-c:v', 'libvpx-vp9', '-crf', '34', '-b:v', '0', '-deadline', 'best', '-pix_fmt', 'yuv420p', '-an'];
  const child = spawn(ffmpeg, ['-v', 'error', '-y', ...from, ...as, file], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  // EPIPE after its end; ffmpeg's own output has the reason.
  child.stdin.on('error', () => undefined);
  for (const picture of pictures) child.stdin.write(picture);
  child.stdin.end();
  const code = await ended.catch(() => {
    throw new Problem(`${ffmpeg} does not start. In Debian it comes with: apt-get install ffmpeg`);
  });
  if (code !== 0) throw new Problem('The film was not made; the reason is above.');
}

await runMain(main);
