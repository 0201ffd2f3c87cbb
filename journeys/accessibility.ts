import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { partnerCodes } from '../shared/partners.ts';
import { collectLooks, layOut, type Look } from './text-looks.ts';

/** A phone, a tablet, a desktop. */
const widths = [360, 768, 1440];
const narrowest = 320;

/** What WCAG 2.2 asks at levels A and AA and a program can judge. */
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface FindOptions {
  /** Where the screen exists at some widths only. */
  at?: readonly number[];
  themes?: readonly string[];
}

/**
 * What is wrong with the screen: by every rule at every width, by the colours of its texts in every theme; then whether
 * a narrow screen and wider letters leave all of it readable. One line for each fault.
 */
export async function findFaults(
  page: Page,
  { at = widths, themes = partnerCodes }: FindOptions = {},
): Promise<string[]> {
  const faults: string[] = [];
  const looks = new Map<string, Look>();
  for (const width of at) {
    await resize(page, width);
    faults.push(...(await findViolations(page)).map((fault) => `${width} px: ${fault}`));
    for (const look of await page.evaluate(collectLooks, themes)) looks.set(look.key, look);
  }
  faults.push(...(await findUnreadable(page, [...looks.values()])));
  if (at.includes(widths[0]!)) faults.push(...(await findLostText(page)));
  await resize(page, at.at(-1)!);
  return faults;
}

/** Whatever a rule does not allow, at the present width and in the present theme. */
export async function findViolations(page: Page, rules: Rules = { type: 'tag', values: levels }): Promise<string[]> {
  // The other mode opens a page for every run; it is for frames of foreign origins, and there are none. Later runs on
  // the same page find the rules there and cost a fraction.
  if (!(await page.evaluate(() => 'axe' in window)))
    await new AxeBuilder({ page }).setLegacyMode(true).withRules(['html-has-lang']).analyze();
  return page.evaluate(runRules, rules);
}

/** Looks that were found readable: most of them are on every page. */
const readable = new Set<string>();

/** Texts that cannot be read in some theme. Each look is judged once, on a sheet of its own. */
async function findUnreadable(page: Page, looks: Look[]): Promise<string[]> {
  const unknown = looks.filter(({ key }) => !readable.has(key));
  if (unknown.length === 0) return [];
  const sheet = await page.context().newPage();
  await sheet.evaluate(layOut, unknown);
  const faults = await findViolations(sheet, { type: 'rule', values: ['color-contrast'] });
  await sheet.close();
  if (faults.length === 0) for (const { key } of unknown) readable.add(key);
  return faults;
}

/** Text that a narrow screen puts out of sight, or that is cut when a reader spaces letters and lines out. */
async function findLostText(page: Page): Promise<string[]> {
  await resize(page, narrowest);
  const narrow = await page.evaluate(findOverflow);
  await resize(page, widths[0]!);
  const spaced = await page.evaluate(findCutBySpacing);
  return [...narrow.map((fault) => `${narrowest} px: ${fault}`), ...spaced.map((fault) => `spaced out: ${fault}`)];
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // Bars that stay in view lie over whatever the page was left at.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await untilStill(page);
}

/** What fades in has its colours only at the end, and a page that is still awaited is not yet the page. */
export async function untilStill(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], .skeleton').filter({ visible: true })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // What turns for ever is left alone, and what is put away stands still until it is seen again.
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' &&
      effect?.getComputedTiming().endTime !== Infinity &&
      (effect as KeyframeEffect).target?.checkVisibility();
    while (document.getAnimations().some(isEnding)) await new Promise(requestAnimationFrame);
  });
}

// The functions below run in the page.

interface Rules {
  type: 'tag' | 'rule';
  values: readonly string[];
}

interface Axe {
  run(options: { runOnly: Rules; resultTypes: string[] }): Promise<{
    violations: { id: string; nodes: { html: string }[] }[];
  }>;
}

async function runRules(runOnly: Rules): Promise<string[]> {
  const { axe } = window as unknown as { axe: Axe };
  const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
}

function findOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return [`scrolls sideways by ${scrollWidth - clientWidth}: ${wide.at(-1)?.outerHTML.slice(0, 200)}`];
}

/** The spacing WCAG 1.4.12 names; whatever is cut only with it was given too little room. */
function findCutBySpacing(): string[] {
  const texts = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
      element.checkVisibility(),
  );
  // What is for screen readers alone is one pixel wide.
  const boxes = new Set(texts.flatMap(withAncestors).filter((box) => box.clientWidth > 1));
  const before = new Set([...boxes].filter(isCut));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  );
  document.adoptedStyleSheets.push(sheet);
  const faults = [...boxes]
    .filter((box) => isCut(box) && !before.has(box))
    .map((box) => `cuts ${box.outerHTML.slice(0, 200)}`);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`scrolls sideways by ${scrollWidth - clientWidth}`);
  document.adoptedStyleSheets.pop();
  return faults;

  function isCut(box: HTMLElement): boolean {
    const { overflowX, overflowY } = getComputedStyle(box);
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    return (
      (cuts(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
      (cuts(overflowY) && box.scrollHeight > box.clientHeight + 1)
    );
  }

  function withAncestors(element: HTMLElement): HTMLElement[] {
    return element.parentElement ? [element, ...withAncestors(element.parentElement)] : [element];
  }
}
