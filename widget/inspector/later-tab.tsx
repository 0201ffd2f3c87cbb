import { useEffect, useState } from 'react';
import type * as siteTabs from './site-tabs.tsx';
import type { Inspector } from './state.ts';

/** Tabs whose code comes when one of them is first opened. */

let here: typeof siteTabs | undefined;

export function LaterTab({ name, inspector }: { name: 'member' | 'app'; inspector: Inspector }) {
  const [tabs, setTabs] = useState(here);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (tabs || hasFailed) return;
    import('./site-tabs.tsx').then(
      (loaded) => {
        here = loaded;
        setTabs(loaded);
      },
      () => setFailed(true),
    );
  }, [tabs, hasFailed]);
  if (hasFailed)
    return (
      <div className="notice fault" role="alert">
        <p>The service cannot be reached. Please check your connection.</p>
        <button type="button" className="button" onClick={() => setFailed(false)}>
          Try again
        </button>
      </div>
    );
  if (!tabs) return <p className="quiet">Loading…</p>;
  return name === 'member' ? <tabs.MemberTab inspector={inspector} /> : <tabs.AppTab inspector={inspector} />;
}
