import { useSearchParams, type NavigateOptions } from 'react-router';

type ChangeAddress = (next: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * The query of the address, and how to change it. A change builds on the address as it is, not as it was last rendered:
 * `setSearchParams` gives the latter, and the first of two quick choices would be lost (stale closure).
 */
export function useAddress(): readonly [params: URLSearchParams, change: ChangeAddress] {
  const [params, setParams] = useSearchParams();
  const change: ChangeAddress = (next, options) =>
    setParams(next(new URLSearchParams(window.location.search)), options);
  return [params, change];
}
