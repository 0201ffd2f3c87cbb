import * as z from 'zod/mini';
import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { examplePartner } from '../enrolment-examples.ts';
import { PieceRow, pieceLimits, ShownPiece } from './pieces-schemas.ts';

const may = { permission: 'edit-content', within: 'partner' } as const satisfies StaffMay;
const OfPartner = z.object({ partner: z.string().check(z.maxLength(20)) });
const OfPiece = z.object({ ...OfPartner.shape, pieceKey: z.string().check(z.maxLength(60)) });
const version = z.int();
const note = z.string().check(z.trim(), z.maxLength(pieceLimits.noteMaxLength));
const Answer = z.object({ data: ShownPiece });

const questions = [{ question: 'What does it cost?', answer: '{price.full} if you pay upfront.' }];
const row: PieceRow = {
  key: 'faq.general',
  kind: 'questions',
  group: 'Questions and answers',
  label: 'General',
  hasDraft: true,
  isOwn: false,
  lacksSource: false,
  publishedAt: '2026-11-20T03:04:05.000Z',
  publishedBy: 'content/faq.yaml',
};
const piece: ShownPiece = {
  key: row.key,
  partner: examplePartner,
  hasDraft: true,
  isOwn: false,
  publishedAt: row.publishedAt,
  publishedBy: row.publishedBy,
  published: questions,
  draft: questions,
  draftedBy: 'Mere Tamati',
  draftedAt: '2026-11-23T03:04:05.000Z',
  previewEndsAt: '2026-11-23T04:05:06.000Z',
  version: 1,
  mayChange: true,
  apart: [],
  facts: { 'price.full': 'NZ$12,375' },
  publications: [],
};
const published: ShownPiece = {
  ...piece,
  hasDraft: false,
  isOwn: true,
  draft: null,
  draftedBy: null,
  draftedAt: null,
  previewEndsAt: null,
  version: 2,
  publishedAt: '2026-11-23T03:10:00.000Z',
  publishedBy: 'Mere Tamati',
  publications: [
    {
      id: 'pub_8m3k5t1w9c7x2v6n4b0q',
      at: '2026-11-23T03:10:00.000Z',
      by: 'Mere Tamati',
      note: 'Asked often',
      document: questions,
    },
  ],
};
const params = { partner: examplePartner, pieceKey: row.key };
const changes = ['not-found', 'content-piece-not-found', 'content-of-all-partners', 'changed-meanwhile'] as const;

/** What the pages of partners say: drafts, publications, previews. */
export const pieceConsoleCalls = defineCalls({
  'GET /console/api/partners/:partner/content': {
    summary: 'List the pieces of page content',
    about: 'Of a partner, or with `all` the texts of all partners. All of them: there are some twenty.',
    caller: 'staff',
    may,
    params: OfPartner,
    answer: z.object({ data: z.array(PieceRow) }),
    refusals: ['not-found'],
    example: { params: { partner: examplePartner }, answer: { data: [row] } },
  },
  'GET /console/api/partners/:partner/content/:pieceKey': {
    summary: 'Read a piece of page content',
    caller: 'staff',
    may,
    params: OfPiece,
    answer: Answer,
    refusals: ['not-found', 'content-piece-not-found'],
    example: { params, answer: { data: piece } },
  },
  'PUT /console/api/partners/:partner/content/:pieceKey/draft': {
    summary: 'Keep a draft of a piece',
    about:
      'From the version that was read. Students see nothing of it. A document has the shape of its part of a content file; what is wrong is told with where it stands.',
    caller: 'staff',
    may,
    params: OfPiece,
    body: z.strictObject({ version, document: z.unknown() }),
    answer: Answer,
    refusals: [...changes, 'content-invalid'],
    limits: [writesPerStaff],
    example: { params, body: { version: 0, document: questions }, answer: { data: piece } },
  },
  'POST /console/api/partners/:partner/content/:pieceKey/discard': {
    summary: 'Drop the draft of a piece',
    caller: 'staff',
    may,
    params: OfPiece,
    body: z.strictObject({ version }),
    answer: Answer,
    refusals: [...changes, 'content-draft-missing'],
    limits: [writesPerStaff],
    example: { params, body: { version: 1 }, answer: { data: { ...published, isOwn: false } } },
  },
  'POST /console/api/partners/:partner/content/:pieceKey/publication': {
    summary: 'Publish the draft of a piece',
    about: 'Pages show it within seconds. A figure without a source is not published.',
    caller: 'staff',
    may,
    params: OfPiece,
    body: z.strictObject({ version, note }),
    answer: Answer,
    refusals: [...changes, 'content-draft-missing', 'content-invalid', 'figure-without-source'],
    limits: [writesPerStaff],
    example: { params, body: { version: 1, note: 'Asked often' }, answer: { data: published } },
  },
  'POST /console/api/partners/:partner/content/:pieceKey/return': {
    summary: 'Go back to the text of all partners',
    about: 'The partner’s own text leaves its pages; it stays in the history.',
    caller: 'staff',
    may,
    params: OfPiece,
    body: z.strictObject({ version, note }),
    answer: Answer,
    refusals: [...changes, 'content-not-own'],
    limits: [writesPerStaff],
    example: {
      params,
      body: { version: 2, note: 'The common text says it better' },
      answer: { data: { ...published, isOwn: false, version: 3 } },
    },
  },
  'POST /console/api/partners/:partner/content/:pieceKey/preview': {
    summary: 'Make a link to the partner’s page with the draft',
    about: `It opens for ${pieceLimits.previewMinutes} minutes and until the draft is published or dropped, and a new one ends the one before.`,
    caller: 'staff',
    may,
    params: OfPiece,
    answer: z.object({ data: z.object({ token: z.string(), endsAt: z.string() }) }),
    refusals: ['not-found', 'content-piece-not-found', 'content-of-all-partners', 'content-draft-missing'],
    limits: [writesPerStaff],
    example: { params, answer: { data: { token: 'MhWqk2nGQ6n0b0wLrZ3pTQ', endsAt: '2026-11-23T04:05:06.000Z' } } },
  },
});

/** What is said of them. */
export const pieceConsoleSubject: ConsoleSubject = {
  title: 'Page content',
  about: 'What the pages of a partner say, in pieces: questions, figures, course facts and instructors.',
  calls: pieceConsoleCalls,
};
