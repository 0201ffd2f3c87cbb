import { useMemo } from 'react';
import { labelsFor } from '../../shell/shell.ts';
import { useModal } from '../modal-context.ts';
import { codeLabels } from './code-labels.ts';

/** The texts of a dialog, with those of the screens for mailed codes. */
export function useCodeLabels() {
  const { params, app } = useModal();
  return useMemo(() => labelsFor(params, app, codeLabels), [params, app]);
}

/** The rule for the six boxes, with the sentence for who breaks it. */
export const checkCode =
  (label: ReturnType<typeof useCodeLabels>) =>
  (value: string): string | undefined =>
    /^\d{6}$/.test(value) ? undefined : label('code_error_message');
