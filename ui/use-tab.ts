import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The open tab, kept in the address as `?tab=`, so that a reload and a link lead back to it. Any other value is taken
 * out of the address.
 *
 * @param names every tab; only these are accepted
 * @param first the one that is open when the address names none
 */
export function useTab<Name extends string>(names: readonly Name[], first: Name): [Name, (name: Name) => void] {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const asked = new URLSearchParams(search).get('tab');
  const known = names.find((name) => name === asked);

  const show = (tab: Name | undefined, keptHash: string) => {
    const params = new URLSearchParams(search);
    if (tab === undefined) params.delete('tab');
    else params.set('tab', tab);
    void navigate({ search: params.toString(), hash: keptHash }, { replace: true, preventScrollReset: true });
  };

  const isUnknown = asked !== null && known === undefined;
  useEffect(() => {
    if (isUnknown) show(undefined, hash);
    // `show` is new with every drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isUnknown]);

  return [known ?? first, (name) => show(name, '')];
}
