import { focusStart } from './focus-start.ts';

/** The first stop of the keyboard: past the navigation to the content. */
export function SkipLink({ content }: { content: { current: HTMLElement | null } }) {
  return (
    <a
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        focusStart(content.current);
      }}
      className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-50 focus-visible:rounded-lg focus-visible:bg-white focus-visible:px-4 focus-visible:py-3 focus-visible:font-semibold focus-visible:text-brand"
    >
      Skip to main content
    </a>
  );
}
