import { useMemo } from 'react';
import { ownAttributes } from '../../shared/attributes.ts';
import { openingTag } from '../../inspection/page-tree.ts';
import { Icon } from './icons.tsx';
import { LongText } from './long-text.tsx';
import { pageAsWritten } from './page-as-written.ts';
import { canBeShown, isNarrow, showElement } from './show-element.ts';
import type { Entry, Inspector } from './state.ts';

const own = new Set<string>(ownAttributes.map((name) => `data-ms-${name}`));

/** The documentation lies where the widget comes from. */
const addressOf = (path: string) => new URL(path, import.meta.url).href;

/** What a finding means, and what to do about it. */
export function FindingDetails({ entry, inspector }: { entry: Entry; inspector: Inspector }) {
  const { type, description, help, documentation, attribute, value, message, element } = entry;
  const tree = useMemo(() => {
    const page = pageAsWritten(inspector.page);
    // As its author wrote it.
    return { ...page, attributes: (each: Element) => page.attributes(each).filter((name) => !own.has(name)) };
  }, [inspector]);
  const isProblem = type === 'error' || type === 'warning';
  // Where it is about no attribute the line says it already.
  const isSaidBefore = attribute === null;
  return (
    <div className="details">
      {isProblem && !isSaidBefore && (
        <p className="details-message">
          <LongText text={message} />
        </p>
      )}
      <p>{description}</p>
      {type === 'cart' && (
        <dl className="facts">
          <div>
            <dt>Kept in this tab</dt>
            <dd>
              <LongText text={value ?? ''} isCode />
            </dd>
          </div>
        </dl>
      )}
      {element && (
        <p>
          <LongText text={openingTag(tree, element)} isCode />
        </p>
      )}
      <div className="actions">
        {canBeShown(element) && (
          <button
            type="button"
            className="button"
            onClick={() => {
              // There the sidebar covers the page.
              if (isNarrow()) inspector.change({ isOpen: false });
              showElement(element);
            }}
          >
            <Icon name="place" />
            Show on the page
          </button>
        )}
        <a
          className="button"
          href={addressOf(documentation)}
          target="_blank"
          rel="noopener noreferrer"
          title="Opens in a new tab"
        >
          <Icon name="away" />
          Documentation
        </a>
      </div>
      {help.length > 0 && (
        <div className="help">
          <h4>Need help?</h4>
          {help.map((item) => (
            <div key={item.title} className="help-item">
              <h5>{item.title}</h5>
              <p>{item.description}</p>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
