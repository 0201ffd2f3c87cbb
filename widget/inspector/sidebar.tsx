import type { KeyboardEvent, Ref } from 'react';
import type { Choosing } from './choosing.ts';
import { Icon } from './icons.tsx';
import { InspectorTab } from './inspector-tab.tsx';
import { LaterTab } from './later-tab.tsx';
import type { Inspector, InspectorState, Tab } from './state.ts';

interface SidebarProps extends Choosing {
  inspector: Inspector;
  state: InspectorState;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

const tabs: Record<Tab, string> = { inspector: 'Inspector', member: 'Member', app: 'App' };
const names = Object.keys(tabs) as Tab[];

/** Stands beside the page, which stays as it is. */
export function Sidebar({ inspector, state, onClose, ref, ...choosing }: SidebarProps) {
  const { app, change } = inspector;
  const { side, tab } = state;
  const other = side === 'left' ? 'right' : 'left';
  return (
    <aside ref={ref} className={`sidebar ${side}`} data-cy="inspector-sidebar" aria-label="Inspector">
      <header className="head">
        <h2 className="site" title={app.name}>
          {app.name}
        </h2>
        <span className="pill">Sandbox</span>
        <button
          type="button"
          className="icon-button side-switch"
          aria-label={`Move to the ${other}`}
          title={`Move to the ${other}`}
          onClick={() => change({ side: other })}
        >
          <Icon name={other} />
        </button>
        <button type="button" className="icon-button" aria-label="Close" title="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div role="tablist" className="tabs" aria-label="What the sidebar shows">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            data-tab={name}
            aria-selected={name === tab}
            aria-controls={name === tab ? 'tab-panel' : undefined}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => change({ tab: name })}
            onKeyDown={(event) => walk(event, tab, (next) => change({ tab: next }))}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div key={tab} id="tab-panel" role="tabpanel" className="content" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === 'inspector' ? (
          <InspectorTab inspector={inspector} state={state} {...choosing} />
        ) : (
          <LaterTab name={tab} inspector={inspector} />
        )}
      </div>
    </aside>
  );
}

/** With the keys of tabs everywhere: arrows go on to the next and around, Home and End to the ends. */
function walk(event: KeyboardEvent<HTMLElement>, tab: Tab, go: (next: Tab) => void): void {
  const at = names.indexOf(tab);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = names.at(step % names.length)!;
  go(next);
  event.currentTarget.parentElement!.querySelector<HTMLElement>(`[data-tab=${next}]`)!.focus();
}
