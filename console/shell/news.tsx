import { Bell, X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { newsLines, type NewsLine } from './news-lines.ts';
import { useNews } from './use-news.ts';

/**
 * Says what has changed while one looks, above the page and without moving anything in it: rows change when the person
 * asks for it. No higher than the room that `app.css` leaves for it at the end of a page. Read out when the reader pauses.
 */
export function News() {
  const { pathname } = useLocation();
  const { first, last, forget, readAnew } = useNews();
  const lines = first && last ? newsLines(first, last, pathname) : [];
  return (
    <div
      role="status"
      data-news=""
      className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex flex-col items-center gap-2 px-4 print:hidden"
    >
      {lines.length > 0 && (
        <ul className="pointer-events-auto max-h-28 max-w-full overflow-y-auto rounded-xl border border-line bg-white py-1.5 pr-1.5 pl-4 shadow-raised">
          {lines.map((line, index) => (
            <Line
              key={line.id}
              line={line}
              onDone={() => {
                if (line.act === 'read-anew') void readAnew();
                void forget();
              }}
              onForget={index === 0 ? () => void forget() : undefined}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface LineProps {
  line: NewsLine;
  onDone: () => void;
  /** Of the first line: it takes all of them away. */
  onForget: (() => void) | undefined;
}

function Line({ line: { text, press, to }, onDone, onForget }: LineProps) {
  const navigate = useNavigate();
  return (
    <li className="flex items-center gap-3">
      <Bell className="size-4 shrink-0 text-info" aria-hidden="true" />
      <span className="min-w-0 py-2 wrap-anywhere">{text}</span>
      <Button
        look="link"
        className="shrink-0"
        onClick={() => {
          if (to !== undefined) void navigate(to);
          onDone();
        }}
      >
        {press}
      </Button>
      {onForget ? (
        <button
          type="button"
          aria-label="Dismiss the news"
          onClick={onForget}
          className="inline-flex size-10 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-surface"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      ) : (
        <span className="size-10 shrink-0" />
      )}
    </li>
  );
}
