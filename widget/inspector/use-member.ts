import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { KnownMember } from '../../client/membership.ts';
import { sentenceOf } from '../page/messages.ts';
import type { Page } from '../page/page.ts';

export interface MemberView {
  /** Undefined as long as it is not known, null for a visitor. */
  member: KnownMember;
  /** What the site's pages keep for the member; undefined as long as it is not known. */
  json: unknown;
  /** What went wrong the last time. */
  fault: string | undefined;
  isBusy: boolean;
  /** Asks the service anew. */
  reload: () => Promise<void>;
  /** Does something, and tells what goes wrong. */
  attempt: (act: () => Promise<unknown>) => Promise<void>;
}

/** The names under which the client keeps what it remembers, in all tabs. */
const keptKeys = ['_ms-mem', '_ms-mid'];

/** Who is signed in, as the service says it now, and whenever another tab changes it. */
export function useMember({ membership }: Page): MemberView {
  const listen = useCallback((onChange: () => void) => membership.onAuthChange(onChange).unsubscribe, [membership]);
  const member = useSyncExternalStore(listen, membership.knownMember);
  const [kept, setKept] = useState<{ of: string; json: unknown }>();
  const [fault, setFault] = useState<string>();
  const [running, setRunning] = useState(0);
  const turn = useRef(0);

  const attempt = useCallback(async (act: () => Promise<unknown>) => {
    setRunning((before) => before + 1);
    setFault(undefined);
    try {
      await act();
    } catch (error) {
      setFault(sentenceOf(error));
    } finally {
      setRunning((before) => before - 1);
    }
  }, []);
  const reload = useCallback(
    () =>
      attempt(async () => {
        const mine = (turn.current += 1);
        const { data } = await membership.getCurrentMember();
        if (!data) return;
        const { data: json } = await membership.getMemberJSON();
        // An answer that was overtaken is older.
        if (mine === turn.current) setKept({ of: data.id, json });
      }),
    [attempt, membership],
  );
  useEffect(() => void reload(), [reload, member?.id]);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || keptKeys.includes(key)) void reload();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [reload]);

  const json = kept && kept.of === member?.id ? kept.json : undefined;
  return { member, json, fault, isBusy: running > 0, reload, attempt };
}
