import { useEffect, useState, type ReactNode } from 'react';
import { useProfile } from './profile-context.ts';

interface SureButtonProps {
  className: string;
  /** What is read out; it says more than what is shown. */
  name: string;
  onSure: () => Promise<void>;
  children: ReactNode;
}

/** How long the question stands. From the protocol. */
const sureMs = 3_000;

/** What cannot be undone is asked for twice. */
export function SureButton({ className, name, onSure, children }: SureButtonProps) {
  const { label } = useProfile();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!isAsking) return undefined;
    const timer = setTimeout(() => setAsking(false), sureMs);
    return () => clearTimeout(timer);
  }, [isAsking]);
  return (
    <>
      <button
        type="button"
        className={isAsking ? 'ms-button ms-button--small ms-button--danger' : className}
        aria-label={isAsking ? undefined : name}
        onClick={({ detail }) => {
          // The second half of a double click was not thought about.
          if (detail > 1) return;
          setAsking(!isAsking);
          if (isAsking) void onSure();
        }}
      >
        {isAsking ? label('are_you_sure') : children}
      </button>
      {/* Not every screen reader announces a focused button when its name changes. */}
      <span role="status" className="ms-hidden">
        {isAsking && `${name}: ${label('are_you_sure')}`}
      </span>
    </>
  );
}
