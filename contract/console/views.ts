import * as z from 'zod/mini';
import { defineCalls, writesPerStaff, type ConsoleSubject } from '../call.ts';
import type { Permission } from '../permissions.ts';

/** Lists whose views are kept: what seeing them takes, and whether each site has its own. */
export const viewedLists = {
  members: { permission: 'see-members', isOfSite: true },
  comments: { permission: 'moderate-comments', isOfSite: true },
  mails: { permission: 'see-members', isOfSite: false },
  audit: { permission: 'see-audit', isOfSite: false },
} as const satisfies Record<string, { permission: Permission; isOfSite: boolean }>;
/** A list whose views are kept. */
export type ViewedList = keyof typeof viewedLists;
const listNames = Object.keys(viewedLists) as [ViewedList, ...ViewedList[]];

/** Limits of a view. `each` counts the views of one person, of all lists. */
export const viewLimits = { nameLength: 60, queryLength: 4_000, each: 100 } as const;

const id = z.string().check(z.maxLength(100));
/** One line of text. */
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(viewLimits.nameLength), z.regex(/^\P{Cc}*$/u));
/** The address of the list behind the question mark. The list reads what it knows of it. */
const query = z.string().check(z.maxLength(viewLimits.queryLength), z.regex(/^[\x20-\x7e]*$/));

const ListView = z.object({
  id: z.string(),
  list: z.enum(listNames),
  /** null for a list across sites. */
  siteId: z.nullable(z.string()),
  name: z.string(),
  query: z.string(),
  /** Whether everybody sees it who sees the list, of that site. */
  isShared: z.boolean(),
  /** Whether the person who asks made it. */
  isOwn: z.boolean(),
  /** Who made it. */
  by: z.string(),
});
/** A view of a list: a name for what stands in its address. */
export type ListView = z.infer<typeof ListView>;

const ViewParams = z.object({ viewId: id });
const ViewAnswer = z.object({ data: ListView });
const site = 'app_demo';
const view: ListView = {
  id: 'view_6w2k9m4t8c1x5v7n3b0q2r8d',
  list: 'members',
  siteId: site,
  name: 'Not proved yet',
  query: 'verified=no&sort=created',
  isShared: true,
  isOwn: true,
  by: 'Ana',
};
const params = { viewId: view.id };

/** Views of lists. */
export const viewConsoleCalls = defineCalls({
  'GET /console/api/views': {
    summary: 'List the saved views of lists',
    about: 'The own ones, and those that others share, of the lists and sites that one sees.',
    caller: 'staff',
    may: { within: 'own' },
    query: z.strictObject({ list: z.optional(z.enum(listNames)), siteId: z.optional(id) }),
    answer: z.object({ data: z.array(ListView) }),
    example: { query: { list: 'members', siteId: site }, answer: { data: [view] } },
  },
  'POST /console/api/views': {
    summary: 'Save a view of a list',
    about: 'Safe to repeat: an own view of that list with that name is replaced.',
    caller: 'staff',
    may: { within: 'own' },
    body: z.strictObject({
      list: z.enum(listNames),
      siteId: z.nullable(id),
      name,
      query,
      isShared: z.boolean(),
    }),
    answer: ViewAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'access-denied', 'view-limit-reached'],
    example: {
      body: { list: 'members', siteId: site, name: view.name, query: view.query, isShared: true },
      answer: { data: view },
    },
  },
  'PATCH /console/api/views/:viewId': {
    summary: 'Rename, share or change an own view',
    caller: 'staff',
    may: { within: 'own' },
    params: ViewParams,
    body: z.strictObject({
      name: z.optional(name),
      query: z.optional(query),
      isShared: z.optional(z.boolean()),
    }),
    answer: ViewAnswer,
    limits: [writesPerStaff],
    refusals: ['view-not-found', 'view-name-taken'],
    example: { params, body: { name: 'Waiting for a proof' }, answer: { data: view } },
  },
  'DELETE /console/api/views/:viewId': {
    summary: 'Delete a view',
    about: 'An own one; owners delete shared ones of others, too. Safe to repeat.',
    caller: 'staff',
    may: { within: 'own' },
    params: ViewParams,
    answer: z.object({ data: z.object({ id: z.string() }) }),
    limits: [writesPerStaff],
    example: { params, answer: { data: { id: view.id } } },
  },
});

/** What is said of them. */
export const viewConsoleSubject: ConsoleSubject = {
  title: 'Views',
  about: 'Names for what stands in the address of a list, of one’s own or shared.',
  calls: viewConsoleCalls,
};
