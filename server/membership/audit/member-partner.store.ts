import type { Transaction } from '../../platform/database/database.ts';

type Tables = { member: { id: string; partner: string | null } };

/** The partner on whose page a member's account was made; nothing for others, and for a member who is gone. */
export async function findPartner(tx: Transaction, memberId: string): Promise<string | undefined> {
  const found = await tx
    .withTables<Tables>()
    .selectFrom('member')
    .select('partner')
    .where('id', '=', memberId)
    .executeTakeFirst();
  return found?.partner ?? undefined;
}
