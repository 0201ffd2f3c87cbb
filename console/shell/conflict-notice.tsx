import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';

interface ConflictNoticeProps {
  /** What the two people have open: `cohort`, `member`. */
  thing: string;
  /** What the other one has saved, a line each. */
  lines: readonly string[];
  /** What Save does then, where it does not leave alone what was not touched. */
  children?: ReactNode;
}

/** Two people on one record: what the other has saved, before this save goes over it. */
export function ConflictNotice({ thing, lines, children }: ConflictNoticeProps) {
  return (
    <Notice tone="warning" role="alert" title={`Somebody else has changed this ${thing} meanwhile`}>
      {lines.length > 0 && (
        <>
          <p>It has now:</p>
          <ul className="list-disc pl-5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {children ?? (
        <p>
          What you typed is still here, and nothing of it is saved. Press Save again to save it; what you did not touch
          stays as they left it.
        </p>
      )}
    </Notice>
  );
}
