import type { ShownSite } from '../../contract/console/members-schemas.ts';
import { Notice } from '../../ui/notice.tsx';

/** A value that somebody else has saved: `customFields.city`, `email`. */
export interface OthersChange {
  name: string;
  value: unknown;
}

interface ConflictNoticeProps {
  changed: readonly OthersChange[];
  fields: ShownSite['fields'];
}

/** Two people on one record: what the other has saved, before this save goes over it. */
export function ConflictNotice({ changed, fields }: ConflictNoticeProps) {
  return (
    <Notice tone="warning" role="alert" title="Somebody else has saved this member meanwhile">
      {changed.length > 0 && (
        <ul className="list-disc pl-5">
          {changed.map(({ name, value }) => {
            const key = name.replace(/^customFields\./, '');
            return (
              <li key={name}>
                {fields.find((field) => field.key === key)?.label ?? key} is now {wordsOf(value)}
              </li>
            );
          })}
        </ul>
      )}
      <p>
        What you typed is still here, and nothing of it is saved. Press Save again to save it; what you did not touch
        stays as they left it.
      </p>
    </Notice>
  );
}

const wordsOf = (value: unknown) =>
  value === null || value === '' ? 'empty' : `“${typeof value === 'string' ? value : JSON.stringify(value)}”`;
