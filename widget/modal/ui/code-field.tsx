import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { limits } from '../../../contract/limits.ts';
import { useModal } from '../modal-context.ts';
import { useFieldError } from './form.tsx';

interface CodeFieldProps {
  label: string;
  name: string;
}

const places = Array.from({ length: limits.codeLength }, (_, at) => at);

/** Six boxes for six digits. The form gets them as one text, under one name. */
export function CodeField({ label, name }: CodeFieldProps) {
  const { label: text } = useModal();
  const [digits, setDigits] = useState<string[]>(places.map(() => ''));
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const id = useId();
  const error = useFieldError(name);

  /** Writes from a box onwards; what is no digit is passed over. */
  function write(at: number, typed: string): void {
    const fresh = typed
      .replace(/\D/g, '')
      .slice(0, limits.codeLength - at)
      .split('');
    if (typed !== '' && fresh.length === 0) return;
    setDigits((before) =>
      before.map((digit, place) => (typed === '' && place === at ? '' : (fresh[place - at] ?? digit))),
    );
    if (fresh.length > 0) boxes.current[Math.min(at + fresh.length, limits.codeLength - 1)]?.focus();
  }
  function stepBack(event: KeyboardEvent, at: number): void {
    if (event.key !== 'Backspace' || digits[at] !== '' || at === 0) return;
    event.preventDefault();
    write(at - 1, '');
    boxes.current[at - 1]?.focus();
  }
  function paste(event: ClipboardEvent, at: number): void {
    event.preventDefault();
    write(at, event.clipboardData.getData('text'));
  }

  return (
    <fieldset className="ms-form__group ms-code" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="ms-form__label">{label}</legend>
      <div className="ms-code__boxes">
        {places.map((at) => (
          <input
            key={at}
            ref={(box) => void (boxes.current[at] = box)}
            className="ms-form__input ms-code__box"
            aria-label={text('code_digit', { number: String(at + 1) })}
            aria-invalid={error !== undefined}
            value={digits[at]}
            inputMode="numeric"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            onChange={({ target }) => write(at, freshIn(target.value, digits[at]!))}
            onKeyDown={(event) => stepBack(event, at)}
            onPaste={(event) => paste(event, at)}
            onFocus={({ target }) => target.select()}
          />
        ))}
      </div>
      <input type="hidden" name={name} value={digits.join('')} />
      {error !== undefined && (
        <p id={`${id}-error`} className="ms-form__error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** What is new in a box: beside the digit it had, if one was typed; all of it, if a browser filled in the whole code. */
const freshIn = (text: string, before: string): string => (text.length === 2 ? text.replace(before, '') : text);
