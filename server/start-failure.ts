import { isUnavailable } from './platform/database/database.ts';
import { NoPrimary } from './platform/database/primary.ts';
import { WrongEnvironment } from './platform/env.ts';

/** Advice on common faults, by error code. */
const explanations: Record<string, string> = {
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

/** Error codes of a refused write. */
const refusedWrites = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Beginning of the sentence about an unreachable database. The exit is retryable: a supervisor restarts us. */
export const databaseIsSilent = 'the database at DATABASE_URL does not answer.';

/** Describes a failed start for the operator: a sentence, or each fault of the environment. */
export const describeFailedStart = (error: unknown): string =>
  error instanceof WrongEnvironment ? error.message : `Intake did not start: ${explain(error)}`;

function explain(error: unknown): string {
  const { code, message, cause, syscall, path, port } = error as NodeJS.ErrnoException & {
    cause?: unknown;
    port?: number;
  };
  if (code === 'EADDRINUSE' && port !== undefined)
    return `port ${port} is taken by another program. Set PORT to a free one, for example PORT=${port + 1} npm start.`;
  if (code === 'EACCES' && syscall === 'listen')
    return 'this account may not listen on that port. Set PORT to one above 1023.';
  if (path !== undefined && refusedWrites.has(code!))
    return `this account may not write to ${path}. Set DATA_DIR to a folder it may write to.`;
  const known = code === undefined ? undefined : explanations[code];
  if (known) return known;
  // `plainPool` strips the codes of workers' errors, so their cause is checked too.
  const faults = [error, cause];
  if (faults.some((fault) => fault instanceof NoPrimary))
    return `${databaseIsSilent} Of the servers that do answer none takes writes: a standby may be about to take over.`;
  if (faults.some(isUnavailable)) return `${databaseIsSilent} Is it running, and is the address right?`;
  return message ?? String(error);
}
