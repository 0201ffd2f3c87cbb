import { limits } from '../../../contract/limits.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { extendRefunds } from '../payments/refunds/extend-refunds.ts';
import { extendMoveAnswers } from './moves.store.ts';
import { extendRunChoices } from './runs.store.ts';

/**
 * Gives the students who have something to choose at least as many hours as a payment without a seat has, from now. For a
 * database that went back in time: it has forgotten who has chosen since, and would pay all of them back at once.
 *
 * @returns how many students have more time now
 */
export const extendChoices = (db: Database): Promise<number> =>
  transaction(db, async (tx) => {
    const hours = limits.unseatedRefundHours;
    return (await extendRefunds(tx)) + (await extendRunChoices(tx, hours)) + (await extendMoveAnswers(tx, hours));
  });
