import { useMemo } from 'react';
import { inWords } from '../../shared/wording.ts';
import { usePartner } from './partner.tsx';

/** Page content in the words of the partner this page appears under. */
export function useContent<T>(content: T): T {
  const partner = usePartner();
  return useMemo(() => inWords(content, partner), [content, partner]);
}
