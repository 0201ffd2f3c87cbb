import { isUnavailable } from './platform/database/database.ts';
import { WrongEnvironment } from './platform/env.ts';

/** What to do about the faults that happen to people. */
const explanations: Record<string, string> = {
  EADDRINUSE: 'the port is taken by another program. Set PORT to a free one, for example PORT=4100 npm start.',
  EADDRNOTAVAIL: 'this machine does not have the address that HOST names. Leave it unset, or set it to 0.0.0.0.',
  '28P01': 'the database refuses the account or the password in DATABASE_URL.',
  '28000': 'the database refuses the account in DATABASE_URL.',
  '3D000': 'the database that DATABASE_URL names does not exist. Create it first.',
  '53100': 'the disk of the database is full. Free some space there, and start again.',
  ENOSPC: 'the disk is full. Free some space, and start again.',
  '55P03':
    'another program keeps tables of the database locked, or another Intake is bringing them up to date. Try again.',
  '42501':
    'the account in DATABASE_URL lacks rights. Run "npm run intake -- migrate" with the address of the database\'s owner in DATABASE_OWNER_URL.',
};

/** What the system answers where a file or folder may not be made or changed. */
const refusedWrites = new Set(['EACCES', 'EPERM', 'EROFS']);

/** How the sentence begins about a database that does not answer, or not in time. A supervisor starts us again then. */
export const databaseIsSilent = 'the database at DATABASE_URL does not answer.';

/** What to tell whoever starts the product about a start that failed: a sentence, or each fault of the environment. */
export const describeFailedStart = (error: unknown): string =>
  error instanceof WrongEnvironment ? error.message : `Intake did not start: ${explain(error)}`;

function explain(error: unknown): string {
  const { code, message, cause, syscall, path } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (code === 'EACCES' && syscall === 'listen')
    return 'this account may not listen on that port. Set PORT to one above 1023.';
  if (path !== undefined && refusedWrites.has(code!))
    return `this account may not write to ${path}. Set DATA_DIR to a folder it may write to.`;
  const known = code === undefined ? undefined : explanations[code];
  if (known) return known;
  // Workers take errors without their codes (`plainPool`), and what happened stands behind them.
  if (isUnavailable(error) || isUnavailable(cause))
    return `${databaseIsSilent} Is it running, and is the address right?`;
  return message ?? String(error);
}
