import { useEffect, useRef, useState } from 'react';
import { Section } from './section.tsx';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { Notice } from '../../ui/notice.tsx';
import { useSettings } from './use-settings.tsx';

/** Milliseconds without a change before it is shown. */
const restMs = 500;
const displays = { LOGIN: 'Log in', SIGNUP: 'Sign up' };

/**
 * The dialog as pages would show it with what is not saved yet. The frame has an origin of its own (`sandbox`) and asks
 * no service: what a page would be told is handed to it.
 */
export function WidgetPreview() {
  const { siteId, draft, read } = useSettings();
  const frame = useRef<HTMLIFrameElement>(null);
  const [fault, setFault] = useState<string>();
  const [display, setDisplay] = useState<keyof typeof displays>('LOGIN');
  const branding = JSON.stringify(read(['branding']));
  const dictionary = JSON.stringify(draft['dictionary']);

  useEffect(() => {
    let isStale = false;
    const settings = { branding: JSON.parse(branding) as unknown, dictionary: JSON.parse(dictionary) as unknown };
    const show = async () => {
      try {
        const { data } = await send('POST /console/api/sites/:siteId/settings/preview', { settings }, { siteId });
        // A frame without an origin can be named by none.
        if (!isStale) frame.current?.contentWindow?.postMessage({ preview: data, display }, '*');
        setFault(undefined);
      } catch (error) {
        if (!isStale) setFault(messageOf(error));
      }
    };
    const soon = setTimeout(() => void show(), restMs);
    const onReady = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      if (data === 'preview-ready') void show();
      if (data === 'preview-failed')
        setFault('The dialog could not be fetched. What you change is not affected by it.');
    };
    addEventListener('message', onReady);
    return () => {
      isStale = true;
      clearTimeout(soon);
      removeEventListener('message', onReady);
    };
  }, [siteId, branding, dictionary, display]);

  return (
    <div className="min-[80rem]:sticky min-[80rem]:top-20">
      <Section title="As it will look">
        {fault !== undefined && <Notice tone="warning">{fault}</Notice>}
        <div role="group" aria-label="Which dialog" className="flex gap-2">
          {Object.entries(displays).map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={display === name}
              onClick={() => setDisplay(name as keyof typeof displays)}
              className="min-h-10 cursor-pointer rounded-lg border border-control px-4 aria-pressed:border-brand aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-brand"
            >
              {label}
            </button>
          ))}
        </div>
        <iframe
          ref={frame}
          title="The dialog as it will look"
          src="/console/preview"
          sandbox="allow-scripts"
          className="h-[40rem] w-full rounded-lg border border-line bg-surface"
        />
      </Section>
    </div>
  );
}
