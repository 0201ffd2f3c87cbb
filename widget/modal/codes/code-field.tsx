import { useEffect, useId, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { dialogLimits } from '../../../contract/dialog-limits.ts';
import { asciiDigits } from '../../../shared/ascii-digits.ts';
import { adoptSheet } from '../../shell/shell.ts';
import { useFieldError, useRefused } from '../ui/form.tsx';
import css from './codes.css?inline';
import { useCodeLabels } from './use-code-labels.ts';

interface CodeFieldProps {
  label: string;
  name: string;
}

const places = Array.from({ length: dialogLimits.codeLength }, (_, at) => at);
const none = places.map(() => '');

/** Six boxes for six digits. The form gets them as one text, under one name, and is sent once they are full. */
export function CodeField({ label, name }: CodeFieldProps) {
  const text = useCodeLabels();
  const [digits, setDigits] = useState<string[]>(none);
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const id = useId();
  const error = useFieldError(name);

  const code = digits.join('');
  useLayoutEffect(() => adoptSheet(boxes.current[0]!.getRootNode() as ShadowRoot, css), []);
  useEffect(() => {
    const { form } = boxes.current[0]!;
    if (code.length < dialogLimits.codeLength) return;
    // A new password say: the code alone sends nothing then.
    const open = form?.querySelector<HTMLInputElement>('input:invalid');
    if (open) open.focus();
    else form?.requestSubmit();
  }, [code]);
  useRefused(name, () => {
    setDigits(none);
    boxes.current[0]!.focus();
  });

  /** Writes from a box onwards; what is no digit is passed over. */
  function write(at: number, typed: string): void {
    const fresh = asciiDigits(typed)
      .replace(/\D/g, '')
      .slice(0, dialogLimits.codeLength - at)
      .split('');
    if (typed !== '' && fresh.length === 0) return;
    setDigits((before) =>
      before.map((digit, place) => (typed === '' && place === at ? '' : (fresh[place - at] ?? digit))),
    );
    if (fresh.length > 0) boxes.current[Math.min(at + fresh.length, dialogLimits.codeLength - 1)]?.focus();
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
      <input type="hidden" name={name} value={code} />
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
