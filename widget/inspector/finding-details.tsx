import { useMemo } from 'react';
import { openingTag } from '../../inspection/page-tree.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icons.tsx';
import { LongText } from './long-text.tsx';
import { mendedLine, treeOf } from './finding-text.ts';
import { canBeShown, isNarrow, showElement } from './show-element.ts';
import type { Entry, Inspector } from './state.ts';

/** What a finding means, and what to do about it. */
export function FindingDetails({ entry, inspector }: { entry: Entry; inspector: Inspector }) {
  const { type, description, help, documentation, attribute, value, message, element } = entry;
  const tree = useMemo(() => treeOf(inspector), [inspector]);
  const mended = mendedLine(entry, tree);
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
      {mended !== undefined && (
        <div className="mend">
          <h4>Mend it</h4>
          <LongText text={mended} isCode />
          <CopyButton className="button" text={() => mended}>
            Copy this line
          </CopyButton>
        </div>
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
          href={new URL(documentation, inspector.documentation).href}
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
