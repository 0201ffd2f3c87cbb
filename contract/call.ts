import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/** Who may make a call of the public API, and with what. */
export type PublicCaller =
  /** Any page of a site, with the site's public key. */
  | 'visitor'
  /** The same, with a session. */
  | 'member'
  /** A site's own server, with a secret key. */
  | 'server'
  /** A window or a program that carries no key in its headers. */
  | 'open';

/** Who may make a call, and with what. */
export type Caller =
  | PublicCaller
  /** The console's own pages, with the session of a member of staff; {@link StaffMay} says who of them. */
  | 'staff';

/**
 * Which staff may make a call of the console. A permission is judged before the handler runs; where something is, by
 * the statement that looks for it: what is out of scope answers as if it did not exist.
 */
export type StaffMay =
  /** Before there is a session: the steps of signing in. */
  | { within: 'sign-in' }
  /** Any of them, about themselves. */
  | { within: 'own'; freshProof?: boolean }
  | {
      permission: Permission;
      /** What the thing belongs to; of the whole product only staff without a limit to their scope may. */
      within: 'product' | 'site' | 'partner';
      /** Whether it needs a proof of the last minutes that this is the person, and not only their session. */
      freshProof?: boolean;
    };

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A call's name is its method and path: `POST /auth/login`, `GET /app/plans/:planId`. */
export type CallName = `${Method} /${string}`;

/** The parts of a call's name. */
export const splitName = (name: CallName) => name.split(' ', 2) as [method: Method, path: `/${string}`];

/** So many attempts within so long. */
export interface LimitRule {
  /** Key of the counters, unique among rules. */
  name: string;
  points: number;
  /** Whose attempts share a counter. `account` counts by address, with an account or without, against enumeration. */
  per: 'network' | 'member' | 'account' | 'lead' | 'sign-up' | 'site' | 'staff';
  /** What is counted, `coupons` say, where it is not the call itself. */
  of?: string;
  /** Length of the window; 0: the count never expires. */
  seconds: number;
  /** Back-off: each refused attempt lengthens the wait by `seconds`, to `mostSeconds` from that attempt at the most. */
  growth?: { seconds: number; mostSeconds: number };
}

/**
 * All that holds of a call but its words, declared once (decision 0022): the server checks requests and answers with
 * it, clients take their types from it, and the API reference shows it.
 */
export interface CallDefinition {
  caller: Caller;
  /** Of a call for staff. {@link defineCalls} asks for it. */
  may?: StaffMay;
  /** The `:names` in the path. Any text where it is left out. */
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  /** The field of a form that carries a file, for a call that takes one instead of JSON. */
  file?: string;
  /** An allow-list: what it does not name never leaves the server. */
  answer?: z.core.$ZodType;
  /** What a window says at its end to the page that opened it, when all went well. */
  message?: z.core.$ZodType;
  /** What the answer is, where it is not JSON. Of a page the refusals are pages too. */
  mediaType?: 'text/html' | 'text/plain' | 'text/csv' | 'image/webp' | 'application/octet-stream';
  /** What success answers with, where it is not 200. */
  status?: 302;
  /** Codes of this call's refusals, besides those that {@link refusalsOf} adds. {@link defineCalls} checks them. */
  refusals?: readonly string[];
  /** Limits that this call counts against. */
  limits?: readonly LimitRule[];
  /** Whether a member may make it who has to set up a second factor before anything else. */
  duringSetup?: true;
  /**
   * Whether staff who see as a member may make it with the bearer of their view. Left out, they may where it reads by its
   * method, and no other.
   */
  inView?: boolean;
}

const readingMethods = ['GET', 'HEAD'];

/** Whether a call may be made in a view of staff, which changes nothing. */
export const isOpenInView = (method: string, { inView }: Pick<CallDefinition, 'inView'>): boolean =>
  inView ?? readingMethods.includes(method);

/** Calls by their names. */
export type CallTable = Readonly<Record<CallName, CallDefinition>>;

/** What the API reference says of a call besides: what it is for and how it looks. */
export interface CallWords {
  /** What it does, in a few words without a full stop. */
  summary: string;
  /** What one has to know besides; sentences. */
  about?: string;
  example: {
    /** Values of the parameters in the path. */
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
    /** The answer's body; for an answer that is not JSON, a sentence about it. */
    answer: unknown;
  };
}

/** A call with its words. */
export type DescribedCall = CallDefinition & CallWords;

/** A call of the public API, with its words. */
export type PublicCall = DescribedCall & { caller: PublicCaller };

/** A call of the console, with its words. */
export type StaffCall = DescribedCall & { caller: 'staff'; may: StaffMay };

/** What is no call but belongs to a subject: how a window ends, what we send by ourselves. */
export interface Chapter {
  title: string;
  /** The title it had before: links to its anchor still lead here. */
  formerTitle?: string;
  /** Paragraphs. */
  text: readonly string[];
  /** Words and what each of them means. */
  terms?: readonly (readonly [term: string, meaning: string])[];
  /** Lines to copy. */
  example?: string;
}

/**
 * A section of the API reference: the calls of one file of `contract/calls/`, in the order they are read. Each of those
 * files exports one (decision 0042).
 */
export interface CallSubject {
  title: string;
  about: string;
  /** Whose public key the examples carry, where it is not the demonstration site's. */
  publicKey?: string;
  /** One without words does not compile. */
  calls: Readonly<Record<CallName, PublicCall>>;
  chapters?: readonly Chapter[];
}

/** The calls of one file of `contract/console/`. They are no part of the API reference or of the published client. */
export interface ConsoleSubject {
  title: string;
  about: string;
  calls: Readonly<Record<`${Method} ${typeof consolePath}/${string}`, StaffCall>>;
}

/** Where the console is, and the only path its cookie is sent to. */
export const consolePage = '/console';
/** What the paths of its calls begin with. */
export const consolePath = '/console/api';

/** The refusals a call must have: of its own, only codes with a row in `contract/errors.ts`. */
type WithKnownRefusals<Table> = {
  [Name in keyof Table]: (Table[Name] extends { refusals: readonly (infer Code)[] }
    ? { refusals: readonly Extract<Code, ErrorCode>[] }
    : unknown) &
    (Table[Name] extends { caller: 'staff' } ? { may: StaffMay } : unknown);
};

/**
 * Declares the calls of one subject. A refusal without a row in `contract/errors.ts` does not compile here, and here
 * alone: the types of the table stay as they are, so that what uses the call goes on compiling.
 */
export const defineCalls = <const Table extends CallTable>(calls: Table & WithKnownRefusals<Table>): Table => calls;

type InputOf<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;

/**
 * What a client sends and gets in each call of a table (of a window, its message), as plain types without the schemas.
 * `address` fills the path's `:names` and the query, where numbers become text.
 */
// One type without named parts: the published declarations spell it out, and would have to publish the names.
export type Exchanges<Table> = {
  [Name in keyof Table]: {
    body: Table[Name] extends { file: string }
      ? FormData
      : Table[Name] extends { body: infer Schema }
        ? InputOf<Schema>
        : undefined;
    address: (Table[Name] extends { params: infer Schema } ? InputOf<Schema> : unknown) &
      (Table[Name] extends { query: infer Schema }
        ? {
            [Key in keyof InputOf<Schema>]:
              | InputOf<Schema>[Key]
              | (string extends InputOf<Schema>[Key] ? number : never);
          }
        : unknown);
    answer: Table[Name] extends { answer: infer Schema } | { message: infer Schema } ? OutputOf<Schema> : unknown;
  };
};

/** 25 calls a second for one network, as the protocol has it. */
export const callsPerServer: LimitRule = { name: 'administration', per: 'network', points: 25, seconds: 1 };

/**
 * What one member may change within ten minutes by all calls together that have no limit of their own: more than any page
 * does for a person, and few enough that a script can not fill tables or keep workers busy.
 */
export const writesPerMember: LimitRule = {
  name: 'member-write',
  per: 'member',
  of: 'changes by such calls together',
  points: 300,
  seconds: 600,
};

/** The same for a member of staff. */
export const writesPerStaff: LimitRule = {
  name: 'staff-write',
  per: 'staff',
  of: 'changes by such calls together',
  points: 600,
  seconds: 600,
};

const ofEvery: readonly ErrorCode[] = ['invalid-request', 'too-many-requests', 'service-unavailable', 'unknown-error'];
const ofSite: readonly ErrorCode[] = ['app-not-found', 'origin-not-allowed'];
const ofPublic: Record<PublicCaller, readonly ErrorCode[]> = {
  visitor: [...ofSite, 'view-is-read-only', ...ofEvery],
  // Race: a member may be deleted while their call runs.
  member: [
    ...ofSite,
    'login-required',
    'member-not-found',
    'second-factor-setup-required',
    'view-is-read-only',
    ...ofEvery,
  ],
  server: ['invalid-secret-key', 'origin-not-allowed', ...ofEvery],
  open: ofEvery,
};

/** What the guard of the console answers. `origin-not-allowed` protects writes against CSRF. */
function ofStaff(may: StaffMay | undefined): readonly ErrorCode[] {
  if (may?.within === 'sign-in') return ['origin-not-allowed', ...ofEvery];
  return [
    'login-required',
    'origin-not-allowed',
    ...(may && 'permission' in may ? (['access-denied'] as const) : []),
    ...(may?.freshProof ? (['recent-login-required'] as const) : []),
    ...ofEvery,
  ];
}
const ofBody: readonly ErrorCode[] = ['invalid-json', 'body-too-large', 'unsupported-media-type'];
const ofFile: readonly ErrorCode[] = ['unsupported-media-type'];

/**
 * Refusals of any call before its handler runs: `invalid-json` where a client sends a body to a call that takes none,
 * `not-found` where the framework answers 404 by itself.
 */
const beforeCall: readonly ErrorCode[] = ['not-found', ...ofBody];

/** Refusals of requests that reach no call. */
const withoutCall: readonly ErrorCode[] = ['method-not-allowed', 'headers-too-large', 'request-timeout'];

/** Every refusal a call may answer with, its own first. */
export function refusalsOf({ refusals = [], caller, may, body, file }: CallDefinition): ErrorCode[] {
  const ofPayload = file === undefined ? (body ? ofBody : []) : ofFile;
  const ofCaller = caller === 'staff' ? ofStaff(may) : ofPublic[caller];
  // `defineCalls` accepts no other codes.
  return [...new Set([...(refusals as readonly ErrorCode[]), ...ofCaller, ...ofPayload])];
}

/** Every limit a call counts against. */
export const limitsOf = ({ caller, limits = [] }: CallDefinition): readonly LimitRule[] =>
  caller === 'server' ? [callsPerServer, ...limits] : limits;

/**
 * Whether a call may answer with a refusal.
 *
 * @param limit the name of the limit that is used up, where one is
 */
export const isDeclared = (call: CallDefinition, code: ErrorCode, limit?: string): boolean =>
  (beforeCall.includes(code) || refusalsOf(call).includes(code)) &&
  (limit === undefined || limitsOf(call).some(({ name }) => name === limit));

/**
 * Codes that belong to no call of the public API in particular: what any caller meets, and what is refused before a call is reached.
 * `member-not-found` is not among them: calls about another member, or that make a session, answer it too.
 */
export const generalRefusals: ReadonlySet<ErrorCode> = new Set(
  [...Object.values(ofPublic).flat(), ...beforeCall, ...withoutCall].filter((code) => code !== 'member-not-found'),
);
