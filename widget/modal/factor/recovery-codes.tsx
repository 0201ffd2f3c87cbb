import { useLayoutEffect, useRef, useState } from 'react';
import { adoptSheet } from '../../shell/shell.ts';
import { useModal } from '../modal-context.ts';
import { Form } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import css from './factor.css?inline';
import type { factorLabels } from './factor-labels.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  label: (key: keyof typeof factorLabels) => string;
  onKept: () => Promise<void>;
}

/** Recovery codes, which can be seen this once. They have to be kept before it goes on, or is closed. */
export function RecoveryCodes({ codes, label, onKept }: RecoveryCodesProps) {
  const { setClosing, tell } = useModal();
  const place = useRef<HTMLUListElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const hasFailed = useRef(false);
  const [isRefused, setRefused] = useState(false);
  useLayoutEffect(() => adoptSheet(place.current!.getRootNode() as ShadowRoot, css), []);
  useLayoutEffect(() => {
    const dialog = place.current!.closest('dialog')!;
    setClosing(() => () => {
      if (!box.current || hasFailed.current) return false;
      // The second factor is set up: closing goes on with the log-in, too.
      if (box.current.checked) box.current.form!.requestSubmit();
      else {
        setRefused(true);
        tell(label('recovery_codes_not_kept'), 'error');
      }
      return true;
    });
    // At a second Escape browsers close a dialog without asking.
    const reopen = () => dialog.showModal();
    dialog.addEventListener('close', reopen);
    return () => dialog.removeEventListener('close', reopen);
  }, [setClosing, tell, label]);
  return (
    <section id="RecoveryCodesModal">
      <Heading text={label('recovery_codes_title')} takesFocus />
      <p className="ms-text">{label('recovery_codes_text')}</p>
      <ul ref={place} className="ms-factor__codes" aria-label={label('recovery_codes_title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Form
        submit={label('recovery_codes_go_on')}
        onSend={async (value) => {
          const isKept = value('kept') !== '';
          setRefused(!isKept);
          if (!isKept) throw new Error(label('recovery_codes_not_kept'));
          await onKept().catch((error: unknown) => {
            hasFailed.current = true;
            throw error;
          });
        }}
      >
        <label className="ms-check">
          <input ref={box} className="ms-check__box" type="checkbox" name="kept" aria-invalid={isRefused} />
          {label('recovery_codes_kept')}
        </label>
      </Form>
    </section>
  );
}
