import { expect, type Console } from './console.ts';
import type { ConsoleVisit } from './console-visit.ts';

const members = '/sites/app_demo/members';

/** Opens the dialog of an act for the first member of the list. */
const askFor = (act: RegExp) => async (owner: Console) => {
  await chooseFirst(owner);
  await owner.page.getByRole('button', { name: 'Do with them' }).click();
  const item = owner.page.getByRole('menuitem', { name: act });
  // The open menu moves with the rows that arrive, and a press may end beside its item.
  await expect(async () => {
    if (await item.isVisible()) await item.click();
    await expect(owner.page.getByRole('dialog')).toBeVisible({ timeout: 10_000 });
  }).toPass();
};

async function chooseFirst({ page }: Console) {
  await page.getByRole('checkbox', { name: 'Choose row 1', exact: true }).check();
  await expect(page.getByText('1 chosen')).toBeVisible();
}

async function sendFile(owner: Console) {
  const buffer = Buffer.from('E-mail,Phone\nada@example.org,1\nno address,2\n');
  await owner.page.getByLabel('CSV file').setInputFiles({ name: 'club.csv', mimeType: 'text/csv', buffer });
  await owner.presses('Send the file');
  await owner.sees('What the columns hold');
}

/** Acts on many members, and imports of members. */
export const bulkVisits: Record<string, ConsoleVisit> = {
  'members-chosen': { path: members, act: chooseFirst },
  'bulk-field': { path: members, isFold: true, act: askFor(/Set a field/) },
  'bulk-delete': {
    path: members,
    isFold: true,
    async act(owner) {
      await askFor(/Delete/)(owner);
      await expect(owner.page.getByText('It cannot be taken back.')).toBeVisible();
      await owner.presses('Delete');
      await expect(owner.page.getByText('There is a problem')).toBeVisible();
    },
  },
  imports: { path: `${members}/import` },
  'import-columns': { path: `${members}/import`, act: sendFile },
  'import-faults': {
    path: `${members}/import`,
    async act(owner) {
      await sendFile(owner);
      await owner.presses('Look at every row');
      await owner.sees('1 row has faults');
    },
  },
};
