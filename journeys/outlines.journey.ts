import { expect, test } from './portal.ts';

const names = { cyber: 'Cyber Security', data: 'Data Science & AI', software: 'Software Engineering' };
const slugs = { cyber: 'cyber-security', data: 'data-science', software: 'software-engineering' };

test('a member looks at, opens and keeps the outline of every course', async ({ portal, page, request }) => {
  await portal.arrivesPreapproved();
  await portal.open('resources/course-outlines');
  await expect(page.getByRole('tab')).toHaveText(Object.values(names));
  for (const course of ['cyber', 'data', 'software'] as const) {
    await page.getByRole('tab', { name: names[course] }).click();
    const panel = page.getByRole('tabpanel', { name: names[course] });
    const address = `/outlines/uts/${slugs[course]}.pdf`;
    // A full Chromium shows the PDF; the headless shell has no viewer and shows the link that stands in its place.
    if (await page.evaluate(() => navigator.pdfViewerEnabled))
      await expect(panel.getByTitle(`Outline of ${names[course]}`)).toHaveAttribute('src', `${address}#view=FitH`);
    else await expect(panel.getByRole('link', { name: 'Read the outline' })).toHaveAttribute('href', address);
    const other = panel.getByRole('link', { name: 'Open in New Tab' });
    await expect(other).toHaveAttribute('target', '_blank');
    await expect(other).toHaveAttribute('href', address);
    const download = page.waitForEvent('download');
    await panel.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe(`uts-${slugs[course]}.pdf`);
    expect((await request.get(address)).headers()['content-type']).toBe('application/pdf');
  }
});

test('the page opens with the course somebody was reading about', async ({ portal, page }) => {
  await portal.arrivesPreapproved();
  await portal.open('courses/software-engineering');
  await portal.follows('See the course outline');
  await portal.isAt('resources/course-outlines');
  await expect(page.getByRole('tab', { selected: true })).toHaveText(names.software);
});

for (const [stored, shown] of [
  ['', names.cyber],
  ['data', names.data],
  ['software-engineering', names.software],
] as const)
  test(`with "${stored}" chosen the page opens with ${shown}`, async ({ portal, page }) => {
    await portal.arrivesPreapproved();
    await portal.calls('/member', { customFields: { 'course-selected': stored } });
    await portal.open('resources/course-outlines');
    await expect(page.getByRole('tab', { selected: true })).toHaveText(shown);
  });
