import * as z from 'zod/mini';
import { unmarkCell, type CsvRow } from '../../../platform/csv.ts';
import { parseStrictJson } from '../../../platform/http/json-body.ts';
import { takesUsualTime } from '../../../platform/password-hashing.ts';
import { readHash } from '../../../platform/password-schemes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { acceptMetaData } from '../../members/custom-fields.ts';
import { parseEmail } from '../../members/email-address.ts';
import type { Site, SiteField } from '../../sites/site.ts';
import { requireFreePlan } from '../member-plans.ts';
import { acceptAllFields, acceptPermissions, acceptRedirect, mergeMetaData } from '../member-values.ts';
import { faultAt, toFault, type ImportFault } from './import-faults.ts';
import type { MemberColumn } from './member-columns.ts';

/** The checked values of a row; an empty cell is left out. */
export interface MemberRow {
  line: number;
  email: string;
  fields: Record<string, string>;
  planIds: string[];
  verified?: boolean;
  createdAt?: Date;
  permissions?: string[];
  loginRedirect?: string | null;
  metaData?: Record<string, unknown>;
  passwordHash?: string;
}

/** Reads and checks rows by the rules of `POST /admin/members`. @param now no member joined later */
export function readRow(
  { site, columns, now }: { site: Site; columns: readonly MemberColumn[]; now: Date },
  { line, cells }: CsvRow,
): MemberRow | ImportFault[] {
  if (cells.length !== columns.length) return [faultAt(line, null, 'wrong-number-of-cells')];
  const row: MemberRow = { line, email: '', fields: {}, planIds: [] };
  const faults: ImportFault[] = [];
  for (const [index, column] of columns.entries()) {
    const value = unmarkCell(cells[index]!);
    // Without an address there is no member.
    if (value === null && column.holds !== 'email') continue;
    const fault = readCell({ site, now }, column, value ?? '', row);
    if (fault) faults.push(fault);
  }
  return faults.length > 0 ? faults : row;
}

interface Frame {
  site: Site;
  now: Date;
}

/** Adds the value to the row. @returns what is wrong with it */
function readCell(frame: Frame, column: MemberColumn, value: string, row: MemberRow): ImportFault | undefined {
  try {
    if (column.holds === 'field')
      Object.assign(row.fields, acceptAllFields(frame.site, { [column.field.key]: asTyped(column.field, value) }));
    else if (column.holds !== 'id' && column.holds !== 'paid-plans') {
      const code = readers[column.holds](frame, value, row);
      if (code) return faultAt(row.line, column.name, code);
    }
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return toFault(error, row.line, column.name);
    throw error;
  }
}

type Reader = (frame: Frame, value: string, row: MemberRow) => Parameters<typeof faultAt>[2] | undefined;

const readers: Record<Exclude<MemberColumn['holds'], 'field' | 'id' | 'paid-plans'>, Reader> = {
  email: (_, value, row) => void (row.email = parseEmail(value)),
  verified(_, value, row) {
    const word = value.toLowerCase();
    if (word !== 'true' && word !== 'false') return 'not-true-or-false';
    row.verified = word === 'true';
    return undefined;
  },
  created({ now }, value, row) {
    const at = readMoment(value);
    if (!at || at > now) return 'not-a-date';
    row.createdAt = at;
    return undefined;
  },
  plans({ site }, value, row) {
    row.planIds = [...new Set(value.split(/[\s;]+/).filter((id) => id !== ''))];
    for (const planId of row.planIds) requireFreePlan(site, planId);
    return undefined;
  },
  permissions: (_, value, row) =>
    void (row.permissions = acceptPermissions(value.split(/[\s;]+/).filter((name) => name !== ''))),
  'login-redirect': (_, value, row) => void (row.loginRedirect = acceptRedirect(value)),
  metadata(_, value, row) {
    const sent = readJsonObject(value);
    if (!sent) return 'not-metadata';
    row.metaData = acceptImportedMetaData(sent);
    return undefined;
  },
  'password-hash'({ site }, value, row) {
    const hash = readHash(value);
    if (typeof hash === 'string') return hash;
    if (site.privateSignup && !takesUsualTime(value)) return 'tells-who-has-an-account';
    row.passwordHash = value;
    return undefined;
  },
};

/** Spreadsheets write TRUE. */
const asTyped = ({ type }: SiteField, value: string) => (type === 'boolean' ? value.toLowerCase() : value);

const Day = z.iso.date();
const Moment = z.iso.datetime({ offset: true });

function readMoment(value: string): Date | undefined {
  if (Day.safeParse(value).success) return new Date(`${value}T00:00:00Z`);
  return Moment.safeParse(value).success ? new Date(value) : undefined;
}

/** By the rules of a body: PostgreSQL does not store what some escapes stand for. */
function readJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseStrictJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

type Scalars = Parameters<typeof mergeMetaData>[1];

/** What either the site's server or a sign-up may store: only a sign-up nests. @throws Refusal invalid-request */
const acceptImportedMetaData = (sent: Record<string, unknown>) =>
  Object.values(sent).every((value) => typeof value !== 'object' || value === null)
    ? mergeMetaData({}, sent as Scalars)
    : acceptMetaData(sent);
