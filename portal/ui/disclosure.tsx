import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Findable } from '../../ui/findable.tsx';
import { join } from '../../ui/join.ts';

interface DisclosureProps {
  /** Names it in the address: a link that ends in `#id` opens it and leads there. */
  id: string;
  title: ReactNode;
  /** The level of the heading its button stands in. */
  level?: 2 | 3 | 4;
  children: ReactNode;
}

/** A heading that opens and closes what belongs to it; a question with its answer, say. */
export function Disclosure({ id, title, level = 3, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useOpenedByAddress(id, () => setOpen(true));
  const Heading = `h${level}` as const;
  return (
    <div className="border-b border-line">
      <Heading className="text-base">
        <button
          ref={button}
          type="button"
          id={id}
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-14 w-full cursor-pointer items-center justify-between gap-4 py-3 text-left font-semibold hover:text-brand"
        >
          {title}
          <ChevronDown
            className={join('size-5 shrink-0 text-brand transition-transform print:hidden', isOpen && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
      </Heading>
      <Findable id={`${id}-content`} isHidden={!isOpen} onFound={() => setOpen(true)}>
        <div className="max-w-text pt-1 pr-9 pb-5">{children}</div>
      </Findable>
    </div>
  );
}

/** Opens what the address points at and starts the reader there. */
function useOpenedByAddress(id: string, open: () => void) {
  const button = useRef<HTMLButtonElement>(null);
  const { hash, key } = useLocation();
  const isMeant = hash === `#${id}`;

  useEffect(() => {
    if (!isMeant) return undefined;
    open();
    // After the page has put the focus on its heading, which every arrival does.
    const frame = requestAnimationFrame(() => {
      button.current?.scrollIntoView({ block: 'start' });
      button.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
    // Another press on the same link leads here again; `open` is new with every drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMeant, key]);

  return button;
}
