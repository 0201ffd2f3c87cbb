import { useState } from 'react';
import type { ShownWebinar, WebinarOccasion } from '../../contract/console/webinars-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { dayOf, momentOf } from '../shell/times.ts';
import { RecordingDialog } from './recording-dialog.tsx';

/** Occasions with registrations: attendees, attendance and the recording. */
export function Occasions({ webinar }: { webinar: ShownWebinar }) {
  const [recorded, setRecorded] = useState<WebinarOccasion>();
  const { id, occasions, mayChange } = webinar;
  return (
    <section>
      <h2>Occasions</h2>
      {occasions.length === 0 ? (
        <p className="mt-2 text-muted">
          Nobody has registered yet. Each occasion appears here with its people as soon as somebody does.
        </p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {occasions.map((occasion) => (
            <li key={occasion.day} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
              <span className="min-w-[8rem] font-semibold tabular-nums">{dayOf(occasion.day)}</span>
              <TextLink to={`/webinars/${id}/attendees?day=${occasion.day}`}>
                {`${occasion.registered} registered`}
                <span className="sr-only"> for {dayOf(occasion.day)}</span>
              </TextLink>
              {occasion.isOver && <span className="tabular-nums">{occasion.attended} attended</span>}
              {occasion.isOver && <Recording occasion={occasion} />}
              {occasion.isOver && mayChange && (
                <Button look="link" onClick={() => setRecorded(occasion)}>
                  {occasion.recording ? 'Change the recording' : 'Add the recording'}
                  <span className="sr-only"> of {dayOf(occasion.day)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {recorded && <RecordingDialog webinarId={id} occasion={recorded} onClose={() => setRecorded(undefined)} />}
    </section>
  );
}

function Recording({ occasion: { recording } }: { occasion: WebinarOccasion }) {
  if (!recording) return <span className="text-muted">No recording</span>;
  return (
    <span className="min-w-0">
      <TextLink to={recording.link}>Recording</TextLink>
      <span className="text-sm text-muted">
        {recording.mailedAt ? `, mailed ${momentOf(recording.mailedAt)}` : ', not mailed'}
      </span>
    </span>
  );
}
