import type { Database } from '../../database/database.ts';
import { handle, jobKind, type Job } from '../../jobs.ts';
import { deleteExpired } from './openid.store.ts';

// Apart from the provider, whose library production does not load.

const trimJob = jobKind({ name: 'trim-openid-stand-in', lane: 'upkeep', schedule: '52 * * * *' });

/** Deletes expired rows of the local provider. */
export const trimOpenId = (db: Database): Job => handle(trimJob, () => deleteExpired(db));
