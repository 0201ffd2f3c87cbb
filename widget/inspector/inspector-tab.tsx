import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { FindingItem } from './finding-item.tsx';
import { problemsAsText } from './finding-text.ts';
import { counted, kinds, type Kind } from './kinds.ts';
import type { Choosing } from './choosing.ts';
import type { Entry, Inspector, InspectorState } from './state.ts';

interface InspectorTabProps extends Choosing {
  inspector: Inspector;
  state: InspectorState;
}

/** What there is to say about the page. */
export function InspectorTab({ inspector, state, ...choosing }: InspectorTabProps) {
  const { entries: all, isXRayOn, chosen } = state;
  const [words, setWords] = useState('');
  const entries = filtered(all, words);
  const groups = kinds.map((kind) => ({ kind, members: entries.filter(({ type }) => kind.types.includes(type)) }));
  const countOf = (name: Kind['name']) =>
    kinds.find((kind) => kind.name === name)!.types.reduce((sum, type) => sum + state.counts[type], 0);
  const problems = entries.filter(({ type }) => type === 'error' || type === 'warning');
  const isRight = countOf('error') + countOf('warning') === 0;
  const { inspectorIgnores } = inspector.app;
  return (
    <>
      <dl className="counts">
        {(['event', 'error', 'warning', 'found'] as const).map((name) => (
          <div key={name} className={`count of-${name} ${countOf(name) === 0 ? 'none' : ''}`} data-count={name}>
            <dt>{kinds.find((kind) => kind.name === name)!.title}</dt>
            <dd>{countOf(name)}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        role="switch"
        className="switch"
        data-cy="x-ray-switch"
        aria-checked={isXRayOn}
        onClick={() => inspector.change({ isXRayOn: !isXRayOn })}
      >
        <span>
          X-ray <span className="quiet">outlines on the page</span>
        </span>
        <span className="switch-track" />
      </button>
      {isRight && (
        <p className="all-right">
          <strong>
            {inspectorIgnores ? 'Nothing to report beside what your site ignores.' : 'No mistakes found.'}
          </strong>{' '}
          {countOf('found') > 0
            ? `${counted(countOf('found'), 'attribute')} on this page looked at, with the plans, prices and fields of your site.`
            : !inspectorIgnores &&
              'There are no attributes of ours on this page; the install script stands where it belongs.'}
        </p>
      )}
      {all.length > 0 && (
        <div className="list-tools">
          <input
            type="search"
            className="filter"
            aria-label="Filter the list"
            placeholder="Filter"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          {problems.length > 0 && (
            <CopyButton className="button" text={() => problemsAsText(problems, inspector)}>
              {words === '' ? 'Copy all' : 'Copy these'}
            </CopyButton>
          )}
        </div>
      )}
      {words !== '' && entries.length === 0 && <p className="quiet">Nothing in the list has these words.</p>}
      {groups.map(
        ({ kind, members }) =>
          members.length > 0 && (
            <Group key={kind.name} kind={kind} entries={members} chosen={chosen} inspector={inspector} {...choosing} />
          ),
      )}
    </>
  );
}

/** Entries with all of these words somewhere in them. */
function filtered(entries: readonly Entry[], words: string): readonly Entry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return entries;
  return entries.filter(({ id, type, title, message, attribute, value }) => {
    const text = [id, type, title, message, attribute, value].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

interface GroupProps extends Choosing {
  kind: Kind;
  entries: readonly Entry[];
  chosen: string | undefined;
  inspector: Inspector;
}

/** How many of a kind are shown at first. */
const mostAtFirst = 20;

function Group({ kind, entries, chosen, inspector, ...choosing }: GroupProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const isAll = wantsAll || entries.findIndex(({ key }) => key === chosen) >= mostAtFirst;
  const shown = isAll ? entries : entries.slice(0, mostAtFirst);
  const title = `group-${kind.name}`;
  return (
    <section className={`group of-${kind.name}`} aria-labelledby={title}>
      <h3 id={title}>
        {kind.title} <span className="quiet">{entries.length}</span>
      </h3>
      <ul>
        {shown.map((entry) => (
          <FindingItem
            key={entry.key}
            entry={entry}
            isChosen={entry.key === chosen}
            inspector={inspector}
            {...choosing}
          />
        ))}
      </ul>
      {entries.length > shown.length && (
        <button type="button" className="button wide" onClick={() => setWantsAll(true)}>
          Show {entries.length - shown.length} more
        </button>
      )}
    </section>
  );
}
