import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { RequestError } from '../../client/request.ts';
import type { SettingsChange, ShownSettings } from '../../contract/console/site-schemas.ts';
import { wordsBeside, type Problem } from '../../ui/problems.ts';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { siteParts } from '../shell/site-parts.ts';
import { mergeSettings } from './merge-settings.ts';
import {
  changedSections,
  patternOf,
  valueAt,
  withValue,
  writePath,
  type SettingPath,
  type Settings,
} from './setting-paths.ts';
import { wordsOf } from './setting-words.ts';
import { settingsQuery } from './site-query.ts';

/** What somebody else has saved meanwhile. */
export interface Meanwhile {
  /** Settings that they saved, in words. */
  saved: string[];
  /** Places that both changed. */
  both: string[];
}

interface SettingsEditor {
  siteId: string;
  shown: ShownSettings;
  /** The settings as they would be saved. */
  draft: Settings;
  isReadOnly: boolean;
  isDirty: boolean;
  read: (path: SettingPath) => unknown;
  change: (path: SettingPath, value: unknown) => void;
  discard: () => void;
  errorOf: (path: SettingPath) => string | undefined;
  problems: readonly Problem[];
  attempt: number;
  meanwhile: Meanwhile | undefined;
  /** The differences that wait for a yes; undefined for none. */
  differences: readonly SettingsChange[] | undefined;
  isPending: boolean;
  /** Asks the service what would change. */
  look: () => Promise<void>;
  dropLook: () => void;
  /** Saves it. @param reason needed where a difference is grave */
  save: (reason: string) => Promise<void>;
}

const EditorContext = createContext<SettingsEditor | undefined>(undefined);

/** The settings that are edited on the pages of a site. */
export function useSettings(): SettingsEditor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('Settings are edited on the pages of a site.');
  return editor;
}

interface EditorProps {
  siteId: string;
  shown: ShownSettings;
  children: ReactNode;
}

interface State {
  base: Settings;
  draft: Settings;
  version: string;
  /** What was read when it began, or when it was saved last. */
  shown: ShownSettings;
}

/** What the service says would change, and the settings that it was asked about. */
interface Looked {
  changes: readonly SettingsChange[];
  draft: Settings;
}

/** Keeps what is edited while one goes from page to page of a site, until it is saved or discarded. */
export function SettingsProvider({ siteId, shown, children }: EditorProps) {
  const [state, setState] = useState<State>(() => stateOf(shown));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();
  const [looked, setLooked] = useState<Looked>();
  const [isPending, setPending] = useState(false);
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const sections = changedSections(state.base, state.draft);
  const isDirty = Object.keys(sections).length > 0;
  // What was read anew counts at once where nothing is edited; else the service tells of it at the save.
  if (!isDirty && shown !== state.shown) setState(stateOf(shown));

  const clear = () => {
    setProblems([]);
    setLooked(undefined);
    setMeanwhile(undefined);
  };
  const refuse = (found: Problem[]) => {
    setProblems(found);
    setAttempt((count) => count + 1);
    setLooked(undefined);
  };

  function explain(error: unknown): void {
    if (!(error instanceof RequestError)) return refuse([{ message: messageOf(error) }]);
    const { faults, changed, version } = error as RequestError & Refused;
    if (error.code === 'invalid-settings' && faults) return refuse(faults.map((fault) => problemOf(fault)));
    if (error.code === 'changed-meanwhile' && changed && version) return putOnTop(changed, version);
    refuse([{ message: messageOf(error) }]);
  }

  /** Puts what is edited on top of what somebody else has saved. */
  function putOnTop(changed: readonly Changed[], version: string): void {
    setState((now) => {
      const { base, draft } = merge(now, changed);
      return { ...now, base, draft, version };
    });
    setLooked(undefined);
    void queryClient.invalidateQueries({ queryKey: ['sites', siteId] });
    const { both } = merge(state, changed);
    setMeanwhile({ saved: changed.map(({ name }) => wordsOf(name).label), both: both.map(sayPlace) });
  }

  async function look(): Promise<void> {
    setPending(true);
    setProblems([]);
    const { draft } = state;
    try {
      const body = { version: state.version, settings: sections };
      const address = { siteId, dryRun: 'true' as const };
      const { data } = await send('PUT /console/api/sites/:siteId/settings', body, address);
      if (data.changes.length === 0) {
        toast({ kind: 'info', title: 'The site is so already' });
        setState((now) => ({ ...now, draft: now.draft === draft ? now.base : now.draft }));
      } else setLooked({ changes: data.changes, draft });
    } catch (error) {
      explain(error);
    } finally {
      setPending(false);
    }
  }

  async function save(reason: string): Promise<void> {
    if (!looked) return;
    setPending(true);
    const { changes, draft } = looked;
    const body = { version: state.version, settings: changedSections(state.base, draft) };
    try {
      const answer = await withProof(() =>
        changes.some((each) => each.isGrave)
          ? send('PUT /console/api/sites/:siteId/settings/confirmed', { ...body, reason }, { siteId })
          : send('PUT /console/api/sites/:siteId/settings', body, { siteId }),
      );
      if (!answer) return;
      clear();
      // What was read until now is older than what is saved.
      const read = queryClient.getQueryData(settingsQuery(siteId).queryKey);
      setState((now) => ({ ...takeSaved(now, draft, answer.data.version), shown: read ?? now.shown }));
      await queryClient.invalidateQueries({ queryKey: ['sites'] });
      toast({ kind: 'success', title: 'Saved. Pages take it over within ten seconds.' });
    } catch (error) {
      explain(error);
    } finally {
      setPending(false);
    }
  }

  const editor: SettingsEditor = {
    siteId,
    shown,
    draft: state.draft,
    isReadOnly: shown.isManagedByFile,
    isDirty,
    read: (path) => valueAt(state.draft, path),
    change: (path, value) => setState((now) => ({ ...now, draft: withValue(now.draft, path, value) })),
    discard() {
      setState((now) => ({ ...now, draft: now.base }));
      clear();
    },
    errorOf: (path) => problemAt(problems, writePath(path)),
    problems,
    attempt,
    meanwhile,
    differences: looked?.changes,
    isPending,
    look,
    dropLook: () => setLooked(undefined),
    save,
  };
  // Every form is drawn anew at each change of the draft: a value that is kept would change as often.
  // oxlint-disable-next-line react/jsx-no-constructed-context-values
  return <EditorContext value={editor}>{children}</EditorContext>;
}

/** A setting that somebody else has saved. */
interface Changed {
  name: string;
  value: unknown;
}

interface Refused {
  faults?: readonly { path: string; message: string }[];
  changed?: readonly Changed[];
  version?: string;
}

const stateOf = (shown: ShownSettings): State => ({
  base: shown.settings,
  draft: shown.settings,
  version: shown.version,
  shown,
});

/** What somebody else has saved as the base, what is edited on top of it, and the places that both changed. */
function merge({ base, draft }: State, changed: readonly Changed[]) {
  const theirs = Object.fromEntries(changed.map(({ name, value }) => [name, value]));
  const merged = changed.map(({ name, value }) => ({ name, ...mergeSettings(base[name], draft[name], value, name) }));
  return {
    base: { ...base, ...theirs },
    draft: { ...draft, ...Object.fromEntries(merged.map(({ name, value }) => [name, value])) },
    both: merged.flatMap(({ both }) => both),
  };
}

/** What was saved is the base from here on; what was typed while it was on its way stays on top of it. */
function takeSaved(now: State, sent: Settings, version = now.version): State {
  // A copy is without the marks of entries that were not saved.
  const saved = structuredClone(sent);
  const isTypedSince = now.draft !== sent && now.draft !== now.base;
  return { ...now, base: saved, draft: isTypedSince ? now.draft : saved, version };
}

const sayPlace = (path: string) => {
  const { label } = wordsOf(patternOf(path));
  const [, id] = /\[([^\]]+)\]/.exec(path) ?? [];
  return id === undefined ? label : `${label} (${id})`;
};

/** A mistake beside its field, and in the summary with the page and the name of that. */
function problemOf({ path, message }: { path: string; message: string }): Problem {
  const { label } = wordsOf(patternOf(path));
  const page = siteParts.find(({ sections }) => sections.some((name) => path.startsWith(name)));
  // A list with an entry in each line is one field.
  const field = path.replace(/\[\d+\](?:\.(?:url|filter))?$/, '');
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return { field, message: `${page ? `${page.label}, ` : ''}${label}: ${message}`, besideField: sentence };
}

function problemAt(problems: readonly Problem[], name: string): string | undefined {
  const problem = problems.find(({ field }) => field === name);
  return problem && wordsBeside(problem);
}
