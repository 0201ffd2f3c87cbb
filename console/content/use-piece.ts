import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError } from '../../client/request.ts';
import type { ShownPiece } from '../../contract/console/pieces-schemas.ts';
import { findPieceFaults, pieces, textsIn, writePath, type Piece } from '../../shared/content-pieces.ts';
import { messagesByField, type Problem } from '../../ui/problems.ts';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { findDifferences } from './difference.ts';
import { placeWords, shapes, withValue } from './form-shape.ts';
import { contentKey, pieceQuery } from './piece-queries.ts';

const at = '/console/api/partners/:partner/content/:pieceKey';
type Path = readonly (string | number)[];

/** A piece that is edited, from the version that was read: what is typed stays whatever colleagues save meanwhile. */
export function usePiece(read: ShownPiece) {
  const queryClient = useQueryClient();
  const piece = pieces.get(read.key)!;
  const shape = shapes[piece.kind];
  const [base, setBase] = useState(read);
  const [document, setDocument] = useState<unknown>(read.draft ?? read.published);
  const [others, setOthers] = useState<ShownPiece>();
  const [refused, setRefused] = useState<{ problems: Problem[]; attempt: number }>({ problems: [], attempt: 0 });
  const [pending, setPending] = useState(false);
  const params = { partner: read.partner, pieceKey: read.key };
  const isChanged = others !== undefined || findDifferences(shape, base.draft ?? base.published, document).length > 0;

  const fail = (problems: Problem[]) => setRefused(({ attempt }) => ({ problems, attempt: attempt + 1 }));
  const failWith = (error: unknown) => fail(problemsOf(error, piece));
  function take(now: ShownPiece): void {
    setBase(now);
    setOthers(undefined);
    queryClient.setQueryData(pieceQuery(read.partner, read.key).queryKey, now);
    void queryClient.invalidateQueries({ queryKey: contentKey, refetchType: 'none' });
  }

  /** Puts what the pages show into the fields, unless somebody typed on since the press. */
  const takePublished = (now: ShownPiece | undefined) =>
    setDocument((typed: unknown) => (now && typed === document ? now.published : typed));

  /** Sends one change. @returns whether it was made */
  async function run(act: () => Promise<{ data: ShownPiece }>, told?: string): Promise<ShownPiece | undefined> {
    setPending(true);
    try {
      const { data } = await act();
      take(data);
      setRefused(({ attempt }) => ({ problems: [], attempt }));
      if (told !== undefined) toast({ kind: 'success', title: told });
      return data;
    } catch (error) {
      if (isRefusal(error, 'changed-meanwhile')) await meetOthers().catch(failWith);
      else failWith(error);
      return undefined;
    } finally {
      setPending(false);
    }
  }

  async function meetOthers(): Promise<void> {
    const now = await queryClient.fetchQuery({ ...pieceQuery(read.partner, read.key), staleTime: 0 });
    setOthers(now);
    setBase((before) => ({ ...now, published: before.published, draft: before.draft }));
  }

  /** Keeps what is typed as the draft, unless it is. @returns the piece, where there is a draft now */
  async function keep(told?: string): Promise<ShownPiece | undefined> {
    const typed = trimTexts(document);
    const faults = findPieceFaults(piece, typed, Object.keys(base.facts));
    if (faults.length > 0) {
      fail(faults.map(({ path, message }) => problemAt(piece, path, message)));
      return undefined;
    }
    if (base.draft !== null && !isChanged && !others) return base;
    setDocument(typed);
    return run(() => send(`PUT ${at}/draft`, { version: base.version, document: typed }, params), told);
  }

  return {
    piece,
    shape,
    base,
    document,
    others,
    isChanged,
    pending,
    form: refused,
    errorOf: (field: string) => messagesByField(refused.problems)[field],
    change: (path: Path, value: unknown) => setDocument((now: unknown) => withValue(now, path, value)),
    setDocument,
    keep,
    publish: (version: number, note: string) =>
      run(() => send(`POST ${at}/publication`, { version, note }, params), 'It is published'),
    async discard() {
      const now = await run(
        () => send(`POST ${at}/discard`, { version: base.version }, params),
        'The draft is dropped',
      );
      takePublished(now);
    },
    async giveBack(note: string) {
      const body = { version: base.version, note };
      const now = await run(() => send(`POST ${at}/return`, body, params), 'The text of all partners is back');
      takePublished(now);
    },
    async preview() {
      const now = await keep();
      if (!now) return undefined;
      try {
        const { data } = await send(`POST ${at}/preview`, undefined, params);
        take({ ...now, previewEndsAt: data.endsAt });
        return data;
      } catch (error) {
        failWith(error);
        return undefined;
      }
    },
  };
}
export type EditedPiece = ReturnType<typeof usePiece>;

function problemAt(piece: Piece, path: Path, message: string): Problem {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return {
    field: writePath(path),
    message: `${placeWords(shapes[piece.kind], path)}: ${message}`,
    besideField: sentence,
  };
}

/** What a call was refused for, at its fields where the server names them. */
function problemsOf(error: unknown, piece: Piece): Problem[] {
  if (isRefusal(error, 'figure-without-source'))
    return [{ field: 'source', message: messageOf(error), besideField: 'Say who measured it, when and over whom' }];
  const { faults } = (error instanceof RequestError ? error : {}) as { faults?: { name: string; value: string }[] };
  if (!faults) return [{ message: messageOf(error) }];
  return faults.map(({ name, value }) => problemAt(piece, readPath(name), value));
}

/** `[0].answer` as `[0, 'answer']` */
const readPath = (name: string): (string | number)[] =>
  [...name.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)));

/** A document without blanks around its texts. */
function trimTexts(document: unknown): unknown {
  return textsIn(document).reduce<unknown>((now, { path, text }) => withValue(now, path, text.trim()), document);
}
