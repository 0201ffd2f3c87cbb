import { importLimits } from '../../contract/console/imports-schemas.ts';
import { runImport } from '../membership/administration/imports/run-import.ts';
import { press, type StaffedMembership } from './bulk.ts';
import type { TestStaff } from './console.ts';
import { eventually } from './eventually.ts';

/** Imports of a site's members, as a person on the staff makes them. @param getWorld since it starts after them */
export function createImports(getWorld: () => StaffedMembership, { by, siteId }: { by: TestStaff; siteId: string }) {
  const path = `/sites/${siteId}/imports`;
  const ask = (method: string, at: string, body?: unknown, staff = by) =>
    getWorld().staffed.ask(staff, method, at, body);

  /** Sends bytes as a part. */
  async function sendPart(id: string, part: number, bytes: Buffer, type = 'text/csv') {
    const answer = await getWorld().staffed.app.inject({
      method: 'PUT',
      url: `/console/api${path}/${id}/parts/${part}`,
      headers: { 'x-test-staff': JSON.stringify(by), 'content-type': type },
      payload: bytes,
    });
    return { status: answer.statusCode, code: answer.json().error?.code };
  }

  const begin = async (bytes: number): Promise<string> =>
    (await ask('POST', path, { key: press(), name: 'members.csv', bytes })).data.id;

  /** Uploads a file, and reads its columns. */
  async function upload(text: string | Buffer) {
    const bytes = Buffer.from(text as string);
    const id = await begin(bytes.length);
    for (let part = 0; part * importLimits.partBytes < bytes.length; part++) {
      const piece = bytes.subarray(part * importLimits.partBytes, (part + 1) * importLimits.partBytes);
      const { status } = await sendPart(id, part, piece);
      if (status !== 200) throw new Error(`part ${part} was answered with ${status}`);
    }
    return { id, uploaded: await ask('POST', `${path}/${id}/uploaded`) };
  }

  /** The import once it is in one of the states. */
  async function until(id: string, ...states: string[]) {
    let shown: any;
    await eventually(async () => states.includes((shown = (await ask('GET', `${path}/${id}`)).data).state));
    return shown;
  }

  /** Uploads a file and has it looked at, by the suggested columns unless others are given. */
  async function check(
    text: string | Buffer,
    { columns, mayUpdate = false }: { columns?: (string | null)[]; mayUpdate?: boolean } = {},
  ) {
    const { id, uploaded } = await upload(text);
    const suggested = uploaded.data.header.map(({ suggestion }: { suggestion: string | null }) => suggestion);
    await ask('POST', `${path}/${id}/check`, { columns: columns ?? suggested, mayUpdate });
    return until(id, 'checked');
  }

  /** Imports what was looked at, to its end. */
  async function apply(id: string, skipsFaults = false) {
    const begun = await ask('POST', `${path}/${id}/apply`, { skipsFaults, reason: 'From the old system.' });
    if (begun.status !== 200) throw new Error(`the import was refused: ${begun.error.code}`);
    return until(id, 'done', 'stopped');
  }

  /** A run of its job, besides those that are queued. */
  const run = (importId: string) => {
    const { product, powers } = getWorld();
    const staffPowers = async (staffId: string) => powers.get(staffId);
    return runImport({ ...product.services, staffPowers }, { siteId, importId });
  };

  return { path, ask, sendPart, begin, upload, until, check, apply, run };
}
