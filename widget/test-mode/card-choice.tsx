import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { groups, mainNumber, type TestCard } from './cards.ts';
import type { TestCardTexts } from './texts.ts';
import { useCopying } from './use-copying.ts';

/** The card that is always paid, to copy with one press, and the others below it. */
export function CardChoice({ label }: { label: TestCardTexts }) {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const others = useRef<HTMLDivElement>(null);
  const close = useCallback(() => {
    // What has the focus is about to go.
    if (others.current?.contains((others.current.getRootNode() as ShadowRoot).activeElement)) toggle.current!.focus();
    setOpen(false);
  }, []);
  const { copied, refused, copy } = useCopying(close);
  // On a phone they would open out of sight.
  useEffect(() => {
    if (isOpen) others.current!.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const green = (isGreen: boolean) => (isGreen ? ' ms-button--copied' : '');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    // The next one is the dialog's.
    event.preventDefault();
    close();
  };
  return (
    <div className="ms-test-card">
      <div className="ms-test-card__buttons">
        <button
          type="button"
          className={`ms-button${green(copied !== undefined)}`}
          onKeyDown={onKeyDown}
          onClick={() => void copy(mainNumber)}
        >
          <Drawing of={copied === undefined ? 'copy' : 'copied'} />
          {label(copied === undefined ? 'test_card_copy_button' : 'test_card_copied_button')}
        </button>
        <button
          ref={toggle}
          type="button"
          className={`ms-button${green(copied !== undefined)}`}
          aria-label={label('test_card_others')}
          aria-expanded={isOpen}
          aria-controls="intake-test-cards"
          onKeyDown={onKeyDown}
          onClick={() => setOpen(!isOpen)}
        >
          <Drawing of="more" />
        </button>
      </div>
      <div id="intake-test-cards" ref={others} className="ms-test-card__others" hidden={!isOpen}>
        {groups.map(({ name, cards }) => (
          <section key={name} aria-labelledby={`intake-${name}`}>
            <h3 id={`intake-${name}`}>{label(name)}</h3>
            <ul>
              {cards.map((card) => (
                <li key={card.number}>
                  <button
                    type="button"
                    className={`ms-test-card__other${green(copied === card.number)}`}
                    onKeyDown={onKeyDown}
                    onClick={() => void copy(card.number)}
                  >
                    {label(card.name)} <span>{endOf(card)}</span>
                    <Drawing of={copied === card.number ? 'copied' : 'copy'} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p role="status" className="ms-hidden">
        {copied && label('test_card_copied_button')}
      </p>
      {refused && <ByHand key={refused} number={refused} label={label} />}
    </div>
  );
}

const endOf = ({ number, shown }: TestCard) => `...${number.slice(-shown)}`;

/** The number, selected so that it can be copied by hand where the clipboard is refused. */
function ByHand({ number, label }: { number: string; label: TestCardTexts }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current!.focus();
    field.current!.select();
  }, []);
  return (
    <div className="ms-test-card__by-hand">
      <p role="alert">{label('test_card_not_copied')}</p>
      <input ref={field} className="ms-form__input" aria-label={label('test_card_number')} readOnly value={number} />
    </div>
  );
}

const drawings = {
  copy: 'M9 9h11v12H9ZM15 6V3H4v12h2',
  copied: 'm5 12 5 5L19 7',
  more: 'm6 9 6 6 6-6',
};

const Drawing = ({ of }: { of: keyof typeof drawings }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawings[of]} />
  </svg>
);
