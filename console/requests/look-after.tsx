import { useState } from 'react';
import type { RequestStatus, ShownRequest } from '../../contract/console/requests-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { send } from '../session/client.ts';
import { useMe } from '../session/me.ts';
import { useRequestChange } from './request-query.ts';
import { statusWords } from './request-words.ts';

/** Who looks after a request, and what became of it. */
export function LookAfter({ request }: { request: ShownRequest }) {
  const { id: requestId, version, assignedTo, assigned, status, people } = request;
  const { id: ownId } = useMe();
  const { change } = useRequestChange(request);
  const [isBusy, setBusy] = useState(false);
  const run = async (...wish: Parameters<typeof change>) => {
    setBusy(true);
    await change(...wish);
    setBusy(false);
  };
  const assign = (staffId: string | null) =>
    run(
      () => send('POST /console/api/requests/:requestId/assignee', { staffId, version }, { requestId }),
      staffId === null ? 'It is given to no person' : staffId === ownId ? 'It is yours' : 'It is assigned',
    );
  const set = (next: RequestStatus) =>
    run(
      () => send('POST /console/api/requests/:requestId/status', { status: next, version }, { requestId }),
      `It is ${statusWords[next].toLowerCase()}`,
    );
  const isListed = assignedTo === null || people.some(({ id }) => id === assignedTo);
  return (
    <section aria-label="Look after it" className="flex flex-col gap-4 rounded-xl border border-line p-4">
      <SelectField
        label="Assigned to"
        name="assignee"
        value={assignedTo ?? ''}
        disabled={isBusy}
        onChange={({ target: { value } }) => void assign(value === '' ? null : value)}
        options={[
          { value: '', label: 'No person' },
          ...(isListed ? [] : [{ value: assignedTo, label: `${assigned} (may not answer it any more)` }]),
          ...people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {assignedTo !== ownId && people.some(({ id }) => id === ownId) && (
          <Button look="outline" loading={isBusy} onClick={() => void assign(ownId)}>
            Assign to me
          </Button>
        )}
        {status === 'resolved' ? (
          <Button look="outline" loading={isBusy} onClick={() => void set('waiting')}>
            Open again
          </Button>
        ) : (
          <Button look="outline" loading={isBusy} onClick={() => void set('resolved')}>
            Resolve
          </Button>
        )}
        {status === 'waiting' && (
          <Button look="link" loading={isBusy} onClick={() => void set('answered')}>
            Answered by phone
          </Button>
        )}
        {status === 'answered' && (
          <Button look="link" loading={isBusy} onClick={() => void set('waiting')}>
            Back to waiting
          </Button>
        )}
      </div>
    </section>
  );
}
