import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { partners, type PartnerCode } from '../../shared/partners.ts';
import { portalPages } from '../../shared/portal-pages.ts';
import { Portal, randomAddress } from '../../journeys/portal.ts';
import type { Screen } from './screen.ts';

/** A phone, a tablet, a desk. */
export const standardWidths = [360, 768, 1440];

/** As high as the screens people hold or sit at. */
const heightOf = (width: number) => (width < 768 ? 740 : width < 1024 ? 1024 : 900);

interface Wish {
  browser: Browser;
  url: string;
  out: string;
  partner: PartnerCode;
  screens: readonly Screen[];
  /** Only these; undefined: those the screen is worth seeing at. */
  widths: readonly number[] | undefined;
}

/** @returns what went wrong, a sentence each; a screen that fails does not keep the others from being taken */
export async function takePartner(wish: Wish): Promise<string[]> {
  await mkdir(path.join(wish.out, wish.partner), { recursive: true });
  const faults: string[] = [];
  for (const screen of wish.screens) {
    const widths = widthsOf(screen, wish.widths);
    const fault = widths.length > 0 && (await faultOf(() => takeScreen(wish, screen, widths)));
    if (fault) faults.push(`${wish.partner} ${screen.name}: ${fault}`);
  }
  return faults;
}

/** What a screen is worth seeing at; any width somebody wishes, unless its state exists at some only. */
function widthsOf({ widths }: Screen, wished: readonly number[] | undefined): readonly number[] {
  if (!widths) return wished ?? standardWidths;
  return wished ? widths.filter((width) => wished.includes(width)) : widths;
}

const tries = 3;

/** Why something failed every time; a machine that is busy now is not a minute later. */
async function faultOf(act: () => Promise<void>): Promise<string | undefined> {
  let fault: string | undefined;
  for (let left = tries; left > 0; left--) {
    try {
      await act();
      return undefined;
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
  }
  return fault;
}

/** Comes to the screen once, as a person nobody has seen before, and looks at it at every width. */
async function takeScreen({ browser, url, out, partner }: Wish, screen: Screen, widths: readonly number[]) {
  const { languageTag, timeZone } = partners[partner];
  const context = await browser.newContext({
    // Somebody who lives where the partner is.
    locale: languageTag,
    timezoneId: timeZone,
    baseURL: url,
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
    viewport: { width: widths.at(-1)!, height: heightOf(widths.at(-1)!) },
  });
  try {
    const page = await context.newPage();
    const portal = new Portal(page, context.request);
    portal.partner = partner;
    await comeTo(screen, portal);
    // The widest comes first: it is where the way there has just ended.
    for (const width of widths.toReversed()) {
      // A font that came late is used from the next layout on; else the picture is measured with one and taken with another.
      await page.setViewportSize({ width: width - 1, height: heightOf(width) });
      await page.evaluate(async () => document.fonts.ready);
      await page.setViewportSize({ width, height: heightOf(width) });
      // What was pressed at another width is not what lies under the mouse at this one.
      await page.mouse.move(0, 0);
      await comeToRest(page, screen);
      const file = path.join(out, partner, `${screen.name}-${width}.png`);
      await page.screenshot({ path: file, fullPage: !screen.isFold, animations: 'disabled' });
    }
  } finally {
    await context.close();
  }
}

async function comeTo({ as, before, page, act, isBusy }: Screen, portal: Portal): Promise<void> {
  await as?.(portal);
  await before?.(portal);
  if (page !== undefined) {
    await portal.open(portalPages[page].path);
    if (!isBusy) await expect(portal.page.locator('h1').first()).toBeVisible();
  }
  await act?.(portal);
  if (!isBusy) await portal.page.waitForLoadState('networkidle');
}

async function comeToRest(page: Page, screen: Screen): Promise<void> {
  if (!screen.isBusy) await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  await page.evaluate(async (isWhole) => {
    await document.fonts.ready;
    // Bars that stay in view are to stand where they stand first.
    if (isWhole) window.scrollTo(0, 0);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, !screen.isFold);
}
