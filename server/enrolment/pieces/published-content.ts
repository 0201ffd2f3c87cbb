import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { hasPieceShape, instructorsPiece, pieces } from '../../../shared/content-pieces.ts';
import { partnerCodes, type PartnerCode } from '../../../shared/partners.ts';
import { hashToken } from '../../platform/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPreviewed, countPublications, selectPublishedPieces, type StoredPiece } from './pieces.store.ts';
import { differingFields, readFileDocuments, resolveModules, type Documents, type Modules } from './resolve-content.ts';

/** Content of a partner's pages. */
export interface PageContent {
  /** Differs with the content. */
  tag: string;
  /** Modules with the fields that differ from the build's. */
  differing: Modules;
  /** Every module, for what is prerendered. Words are in braces. */
  modules: Modules;
}

/** Asks for content of pages. */
export interface PublishedContent {
  /** As it is published, at most `freshMs` ago by any process. Without the database, as it was last read. */
  ofPartner(partner: PartnerCode): Promise<PageContent>;
  /** As it would be once the draft of a preview's link is published; undefined for a link that has ended or is for another partner. */
  ofPreview(partner: PartnerCode, token: string): Promise<PageContent | undefined>;
}

/** Milliseconds after which a process asks whether something was published. */
const freshMs = 1_000;
/** Milliseconds that a page waits for the answer; after that it shows what was read last. */
const patienceMs = 1_000;

interface Known {
  version: number;
  askedAt: number;
  documents: ReadonlyMap<PartnerCode, Documents>;
  /** Those of them that are the partner's own. */
  own: ReadonlyMap<PartnerCode, Documents>;
  /** Those whose instructors staff have published. */
  withOwnTeam: ReadonlySet<PartnerCode>;
  contents: Map<PartnerCode, PageContent>;
}

/** Reads published content, and keeps it in this process until another version is published. */
export function createPublishedContent({ db, log }: Pick<Platform, 'db' | 'log'>): PublishedContent {
  const fromFiles = readFileDocuments();
  const built = resolveModules(fromFiles);
  const contentOf = (documents: Documents, tag: string, hasOwnTeam: boolean): PageContent => {
    const modules = resolveModules(documents, { hasOwnTeam });
    return { tag, modules, differing: differingFields(modules, built) };
  };
  let known: Known = {
    version: -1,
    askedAt: -Infinity,
    documents: new Map(partnerCodes.map((code) => [code, fromFiles])),
    own: new Map(partnerCodes.map((code) => [code, new Map()])),
    withOwnTeam: new Set(),
    contents: new Map(),
  };
  let asking: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const version = await countPublications(db);
    if (version !== known.version) {
      const rows = await selectPublishedPieces(db);
      const usable = rows.filter(isUsable);
      if (usable.length < rows.length)
        log.warn({ pieces: rows.length - usable.length }, 'content of another shape: pages show the text of the files');
      const ofAll = new Map([...fromFiles, ...documentsOf(usable, null)]);
      const own = new Map(partnerCodes.map((code) => [code, new Map(documentsOf(usable, code))]));
      const documents = new Map(partnerCodes.map((code) => [code, new Map([...ofAll, ...own.get(code)!])]));
      const withOwnTeam = new Set(partnerCodes.filter((code) => namesOwnTeam(usable, code)));
      known = { version, askedAt: performance.now(), documents, own, withOwnTeam, contents: new Map() };
    }
    known.askedAt = performance.now();
  }

  /** Instructors of a file are illustrative: of the one that was imported, and of this release, which staff may restore. */
  function namesOwnTeam(rows: readonly Row[], code: PartnerCode): boolean {
    const team = (of: string | null) => rows.find(({ key, partner }) => key === instructorsPiece && partner === of);
    const { isImported = true, published } = team(code) ?? team(null) ?? {};
    return !isImported && !isDeepStrictEqual(published, fromFiles.get(instructorsPiece));
  }

  async function keepFresh(): Promise<void> {
    if (performance.now() - known.askedAt < freshMs) return;
    asking ??= refresh()
      .catch((error: unknown) => {
        known.askedAt = performance.now();
        log.warn({ err: error }, 'reading page content; pages show what was read last');
      })
      .finally(() => (asking = undefined));
    await Promise.race([asking, sleep(patienceMs, undefined, { ref: false })]);
  }

  function contentNow(partner: PartnerCode): PageContent {
    const made =
      known.contents.get(partner) ??
      contentOf(known.documents.get(partner)!, String(known.version), known.withOwnTeam.has(partner));
    known.contents.set(partner, made);
    return made;
  }

  return {
    async ofPartner(partner) {
      await keepFresh();
      return contentNow(partner);
    },
    async ofPreview(partner, token) {
      const [previewed] = await Promise.all([findPreviewed(db, hashToken(token)), keepFresh()]);
      if (!previewed || (previewed.partner !== null && previewed.partner !== partner)) return undefined;
      // Publishing the text of all partners leaves the page of one that has its own as it is.
      if (previewed.partner === null && known.own.get(partner)!.has(previewed.key))
        return { ...contentNow(partner), tag: 'preview' };
      const documents = new Map([...known.documents.get(partner)!, [previewed.key, previewed.draft]]);
      return contentOf(documents, 'preview', previewed.key === instructorsPiece || known.withOwnTeam.has(partner));
    },
  };
}

type Row = Pick<StoredPiece, 'key' | 'partner' | 'published' | 'isImported'>;

/** Whether this release can show a document: another one may have published it in another shape. */
function isUsable({ key, published }: Row): boolean {
  const piece = pieces.get(key);
  return piece !== undefined && hasPieceShape(piece, published);
}

const documentsOf = (rows: readonly Row[], of: string | null) =>
  rows.filter(({ partner }) => partner === of).map(({ key, published }) => [key, published] as const);
