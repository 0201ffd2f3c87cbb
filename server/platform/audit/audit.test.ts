import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { transaction } from '../database/database.ts';
import { recordEntry, type AuditEntry } from './audit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const record = (entry: AuditEntry) => transaction(database.db, (tx) => recordEntry(tx, entry));
const read = async (subject: string) =>
  (await database.pool.query('select * from audit_entry where subject = $1', [subject])).rows;

const invitation: AuditEntry = { siteId: null, actor: 'Ana Duarte', action: 'staff.invited', subject: 'stf_new' };

describe('an entry of the audit trail', () => {
  test('names the person of staff, the partner and the reason, and needs no site', async () => {
    await record({ ...invitation, staffId: 'stf_ana', partner: 'northfield', reason: 'She starts on Monday.' });
    expect(await read('stf_new')).toEqual([
      expect.objectContaining({
        site_id: null,
        staff_id: 'stf_ana',
        partner: 'northfield',
        reason: 'She starts on Monday.',
        actor: 'Ana Duarte',
        action: 'staff.invited',
        note: '',
      }),
    ]);
  });

  test('has no reason rather than an empty one, and a long note and reason are cut', async () => {
    await record({ ...invitation, subject: 'stf_empty', reason: '' });
    await record({ ...invitation, subject: 'stf_long', reason: 'a'.repeat(5_000), note: 'b'.repeat(9_000) });
    expect((await read('stf_empty'))[0]).toMatchObject({ reason: null });
    const [{ reason, note }] = (await read('stf_long')) as [{ reason: string; note: string }];
    expect([reason.length, note.length]).toEqual([1_001, 8_001]);
  });

  test('is not there where the act was rolled back', async () => {
    const act = transaction(database.db, async (tx) => {
      await recordEntry(tx, { ...invitation, subject: 'stf_undone' });
      throw new Error('the act failed');
    });
    await expect(act).rejects.toThrow('the act failed');
    expect(await read('stf_undone')).toEqual([]);
  });

  test.for([`update audit_entry set staff_id = 'stf_other'`, 'delete from audit_entry'])(
    'cannot be changed by the product: %s',
    async (statement) => {
      await expect(database.productPool.query(statement)).rejects.toMatchObject({ code: '42501' });
    },
  );
});
