import AxeBuilder from '@axe-core/playwright';
import { expect, type Browser, type Page } from '@playwright/test';
import { partnerCodes } from '../shared/partners.ts';
import { collectLooks, layOut, type Look } from './text-looks.ts';

/** A phone, a tablet, a desktop. */
const widths = [360, 768, 1440];
const narrowest = 320;

/** axe's tags of WCAG 2.2 levels A and AA. */
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface FindOptions {
  /** Where the screen exists at some widths only. */
  at?: readonly number[];
  themes?: readonly string[];
}

/**
 * Finds accessibility faults of the screen: all rules at every width, contrast in every theme, and lost text on a
 * narrow screen or with wider spacing. One line for each fault.
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

interface ViolationOptions {
  rules?: Rules;
  /** Selector of the part to check; the whole page unless given. */
  within?: string;
}

/** Violations of the rules at the present width and in the present theme. */
export async function findViolations(
  page: Page,
  { rules = { type: 'tag', values: levels }, within }: ViolationOptions = {},
): Promise<string[]> {
  // axe's legacy mode: the other one opens a page per run, for cross-origin frames, of which there are none. Later runs
  // on the same page reuse the injected script.
  if (!(await page.evaluate(() => 'axe' in window)))
    await new AxeBuilder({ page }).setLegacyMode(true).withRules(['html-has-lang']).analyze();
  const found = await page.evaluate(runRules, { rules, within });
  if (found.length === 0) return found;
  // A notice that began to fade during the run, which takes seconds on a busy machine, has other colours for a moment.
  await untilStill(page);
  return page.evaluate(runRules, { rules, within });
}

/** Texts of the page as it stands, or of the widget's dialog on it, that cannot be read. */
export const findUnreadableTexts = async (page: Page): Promise<string[]> =>
  findUnreadable(page, await page.evaluate(collectLooks, ['']));

/** Cache of styles with sufficient contrast: most are on every page. */
const readable = new Set<string>();

/** Empty pages that have axe, one for each browser: to open one takes longer than the check on it. */
const sheets = new WeakMap<Browser, Page>();

/** Texts with insufficient contrast in some theme. Each style is checked once, on a separate page. */
async function findUnreadable(page: Page, looks: Look[]): Promise<string[]> {
  const unknown = looks.filter(({ key }) => !readable.has(key));
  if (unknown.length === 0) return [];
  const browser = page.context().browser()!;
  const sheet = sheets.get(browser) ?? (await browser.newPage());
  // Who comes meanwhile opens another.
  sheets.delete(browser);
  await sheet.evaluate(layOut, unknown);
  const faults = await findViolations(sheet, { rules: { type: 'rule', values: ['color-contrast'] } });
  sheets.set(browser, sheet);
  if (faults.length === 0) for (const { key } of unknown) readable.add(key);
  return faults;
}

/** Text lost by reflow (WCAG 1.4.10) or by text spacing (WCAG 1.4.12). */
export async function findLostText(page: Page): Promise<string[]> {
  await resize(page, narrowest);
  const narrow = await page.evaluate(findOverflow);
  await resize(page, widths[0]!);
  const spaced = await page.evaluate(findCutBySpacing);
  return [...narrow.map((fault) => `${narrowest} px: ${fault}`), ...spaced.map((fault) => `spaced out: ${fault}`)];
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // Sticky bars cover content at the last scroll position.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await untilStill(page);
}

/** Waits for animations and loading states to end: colours are final only then. */
export async function untilStill(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], .skeleton').filter({ visible: true })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // Infinite animations are ignored, and those of hidden elements are paused.
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' &&
      effect?.getComputedTiming().endTime !== Infinity &&
      (effect as KeyframeEffect).target?.checkVisibility();
    while (document.getAnimations().some(isEnding)) await new Promise(requestAnimationFrame);
  });
}

/**
 * Switches the page between light and dark, without transitions: with a duration on every element, as for reduced motion,
 * each inherited colour would go down the tree by one level a frame, and the styles of all be computed in each frame.
 */
export async function switchScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const still = await page.evaluateHandle(withoutTransitions);
  await page.emulateMedia({ colorScheme });
  await untilStill(page);
  await still.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  });
  await still.dispose();
}

// The functions below run in the page.

function withoutTransitions(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
  return sheet;
}

interface Rules {
  type: 'tag' | 'rule';
  values: readonly string[];
}

interface Axe {
  run(
    context: string | Document,
    options: { runOnly: Rules; resultTypes: string[] },
  ): Promise<{
    violations: { id: string; nodes: { html: string }[] }[];
  }>;
}

async function runRules({ rules: runOnly, within }: { rules: Rules; within: string | undefined }): Promise<string[]> {
  const { axe } = window as unknown as { axe: Axe };
  const { violations } = await axe.run(within ?? document, { runOnly, resultTypes: ['violations'] });
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

/**
 * Applies the spacing of WCAG 1.4.12, and finds text that is clipped only with it. Without transitions: with one, however
 * short, letters and words are still where they were when they are measured.
 */
async function findCutBySpacing(): Promise<string[]> {
  const texts = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
      element.checkVisibility(),
  );
  // Visually hidden text is one pixel wide. A dialog keeps the page behind it from scrolling, which cuts nothing for good.
  const boxes = new Set(
    texts.flatMap(withAncestors).filter((box) => box.clientWidth > 1 && box !== document.documentElement),
  );
  const before = new Set([...boxes].filter(isCut));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `*, ::before, ::after { transition: none !important }
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`,
  );
  document.adoptedStyleSheets.push(sheet);
  // What lies over the page is placed anew.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const faults = [...boxes]
    .filter((box) => isCut(box) && !before.has(box))
    .map((box) => `cuts ${box.outerHTML.slice(0, 200)}`);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const wide = texts.filter((element) => element.getBoundingClientRect().right > clientWidth);
    faults.push(`scrolls sideways by ${scrollWidth - clientWidth}: ${wide.at(-1)?.outerHTML.slice(0, 200)}`);
  }
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
