import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { EarlierPages } from './earlier-pages.tsx';
import { momentOf } from './times.ts';

type TimelineProps<Entry> = Pick<ComponentProps<typeof EarlierPages<Entry>>, 'queryKey' | 'fetchPage' | 'empty'> & {
  /** An entry of the list: `<TimelineRow>` with a key. */
  renderEntry: (entry: Entry) => ReactNode;
};

/** What happened to a thing, the newest first. */
export function Timeline<Entry>({ renderEntry, ...pages }: TimelineProps<Entry>) {
  return (
    <EarlierPages {...pages} named="The timeline">
      {(entries) => <ol className="flex flex-col">{entries.map(renderEntry)}</ol>}
    </EarlierPages>
  );
}

interface TimelineRowProps {
  icon: LucideIcon;
  /** The kind of entry, for screen readers. */
  kind: string;
  sentence: ReactNode;
  /** What became of it; nothing where there is nothing to say. */
  state?: string | undefined;
  reason?: string | null;
  /** ISO */
  at: string;
}

/** One thing that happened. */
export function TimelineRow({ icon: Icon, kind, sentence, state, reason, at }: TimelineRowProps) {
  return (
    <li className="relative flex gap-4 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-9 not-last:before:bottom-0 not-last:before:left-4 not-last:before:border-l not-last:before:border-line">
      <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-surface">
        <Icon className="size-4" aria-hidden="true" />
        <span className="sr-only">{kind}</span>
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="font-semibold wrap-anywhere">{sentence}</p>
        {state && <p className="wrap-anywhere">{state}</p>}
        {reason && <p className="wrap-anywhere">Reason: {reason}</p>}
        <p className="text-sm text-muted">
          <time dateTime={at}>{momentOf(at)}</time>
        </p>
      </div>
    </li>
  );
}
