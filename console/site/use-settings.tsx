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
}

/** Keeps what is edited while one goes from page to page of a site, until it is saved or discarded. */
export function SettingsProvider({ siteId, shown, children }: EditorProps) {
  const [state, setState] = useState<State>(() => stateOf(shown));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();
  const [differences, setDifferences] = useState<readonly SettingsChange[]>();
  const [isPending, setPending] = useState(false);
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const sections = changedSections(state.base, state.draft);
  const isDirty = Object.keys(sections).length > 0;
  // What was read anew counts at once where nothing is edited; else the service tells of it at the save.
  if (!isDirty && shown.version !== state.version) setState(stateOf(shown));

  const clear = () => {
    setProblems([]);
    setDifferences(undefined);
    setMeanwhile(undefined);
  };
  const refuse = (found: Problem[]) => {
    setProblems(found);
    setAttempt((count) => count + 1);
    setDifferences(undefined);
  };

  function explain(error: unknown): void {
    if (!(error instanceof RequestError)) return refuse([{ message: messageOf(error) }]);
    const { faults, changed, version } = error as RequestError & Refused;
    if (error.code === 'invalid-settings' && faults) return refuse(faults.map((fault) => problemOf(fault)));
    if (error.code === 'changed-meanwhile' && changed && version) return putOnTop(changed, version);
    refuse([{ message: messageOf(error) }]);
  }

  /** Puts what is edited on top of what somebody else has saved. */
  function putOnTop(changed: readonly { name: string; value: unknown }[], version: string): void {
    const theirs = Object.fromEntries(changed.map(({ name, value }) => [name, value]));
    const both: string[] = [];
    const merged = changed.map(({ name, value }): [string, unknown] => {
      const result = mergeSettings(state.base[name], state.draft[name], value, name);
      both.push(...result.both);
      return [name, result.value];
    });
    setState({
      base: { ...state.base, ...theirs },
      draft: { ...state.draft, ...Object.fromEntries(merged) },
      version,
    });
    setDifferences(undefined);
    void queryClient.invalidateQueries({ queryKey: ['sites', siteId] });
    setMeanwhile({ saved: changed.map(({ name }) => wordsOf(name).label), both: both.map(sayPlace) });
  }

  async function look(): Promise<void> {
    setPending(true);
    setProblems([]);
    try {
      const body = { version: state.version, settings: sections };
      const address = { siteId, dryRun: 'true' as const };
      const { data } = await send('PUT /console/api/sites/:siteId/settings', body, address);
      if (data.changes.length === 0) {
        toast({ kind: 'info', title: 'The site is so already' });
        setState((now) => ({ ...now, draft: now.base }));
      } else setDifferences(data.changes);
    } catch (error) {
      explain(error);
    } finally {
      setPending(false);
    }
  }

  async function save(reason: string): Promise<void> {
    setPending(true);
    const body = { version: state.version, settings: sections };
    try {
      const isGrave = differences?.some((each) => each.isGrave);
      const answer = await withProof(() =>
        isGrave
          ? send('PUT /console/api/sites/:siteId/settings/confirmed', { ...body, reason }, { siteId })
          : send('PUT /console/api/sites/:siteId/settings', body, { siteId }),
      );
      if (!answer) return;
      clear();
      // Without secrets that were typed: they are stored, and never shown.
      setState(({ draft, version }) => {
        // A copy is without the marks of entries that were not saved.
        const saved = structuredClone(draft);
        return { base: saved, draft: saved, version };
      });
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
      setState(stateOf(shown));
      clear();
    },
    errorOf: (path) => problemAt(problems, writePath(path)),
    problems,
    attempt,
    meanwhile,
    differences,
    isPending,
    look,
    dropLook: () => setDifferences(undefined),
    save,
  };
  // Every form is drawn anew at each change of the draft: a value that is kept would change as often.
  // oxlint-disable-next-line react/jsx-no-constructed-context-values
  return <EditorContext value={editor}>{children}</EditorContext>;
}

interface Refused {
  faults?: readonly { path: string; message: string }[];
  changed?: readonly { name: string; value: unknown }[];
  version?: string;
}

const stateOf = ({ settings, version }: ShownSettings): State => ({ base: settings, draft: settings, version });

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
