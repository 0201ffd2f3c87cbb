import { useEffect, useState, type ComponentType } from 'react';

interface ProviderMarkProps {
  of: string;
  /** The site's own picture of it. */
  icon: string | null;
}

/** A provider's sign. Ours are fetched where a site has providers; their place is there before, so that nothing moves. */
export function ProviderMark({ of, icon }: ProviderMarkProps) {
  const [Mark, setMark] = useState<ComponentType<{ of: string }>>();
  useEffect(() => {
    // Without its sign a button still says its name.
    if (!icon) void import('../marks/mark.tsx').then(({ Mark: found }) => setMark(() => found)).catch(() => undefined);
  }, [icon]);
  if (icon) return <img src={icon} alt="" className="ms-button__icon" />;
  return <span className="ms-button__icon">{Mark && <Mark of={of} />}</span>;
}
