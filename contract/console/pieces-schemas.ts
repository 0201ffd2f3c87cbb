import * as z from 'zod/mini';
import { pieceKinds } from '../../shared/content-pieces.ts';

/** Numbers that staff meet with page content. */
export const pieceLimits = {
  /** Characters of a document as JSON. */
  documentMaxLength: 40_000,
  noteMaxLength: 300,
  /** Publications that are shown, the latest. */
  publicationsShown: 50,
  /** How long the link of a preview lasts. */
  previewMinutes: 60,
} as const;

/** In the place of a partner's code: the text of all partners. */
export const allPartners = 'all';

/** Where a piece stands. */
const standing = {
  key: z.string(),
  /** Whether there is a draft that differs from what is published. */
  hasDraft: z.boolean(),
  /** Whether the partner has a text of its own in the place of that of all partners. */
  isOwn: z.boolean(),
  /** Of the text that the partner's pages show; ISO. */
  publishedAt: z.nullable(z.string()),
  publishedBy: z.nullable(z.string()),
};

/** A piece in the list. */
export const PieceRow = z.object({
  ...standing,
  kind: z.enum(pieceKinds),
  group: z.string(),
  label: z.string(),
  /** A figure without a source, which pages call illustrative. */
  lacksSource: z.boolean(),
});
export type PieceRow = z.infer<typeof PieceRow>;

const PublishedBefore = z.object({
  id: z.string(),
  /** ISO */
  at: z.string(),
  by: z.string(),
  note: z.string(),
  /** null: the partner went back to the text of all partners. */
  document: z.unknown(),
});
export type PublishedBefore = z.infer<typeof PublishedBefore>;

/** A piece as its page shows it. A document has the shape of its part of a content file. */
export const ShownPiece = z.object({
  ...standing,
  partner: z.string(),
  /** What the partner's pages show. */
  published: z.unknown(),
  /** null without one. */
  draft: z.unknown(),
  draftedBy: z.nullable(z.string()),
  /** ISO */
  draftedAt: z.nullable(z.string()),
  /** Until when the link that was made last opens the draft, ISO; null once the draft is published or dropped. */
  previewEndsAt: z.nullable(z.string()),
  version: z.number(),
  /** Whether the reader may change it: that of all partners takes staff of all partners. */
  mayChange: z.boolean(),
  /** Of the text of all partners: the partners whose pages show one of their own in its place. For who may change it. */
  apart: z.array(z.string()),
  /** Facts that texts may name in braces, with what they say now. */
  facts: z.record(z.string(), z.string()),
  publications: z.array(PublishedBefore),
});
export type ShownPiece = z.infer<typeof ShownPiece>;
