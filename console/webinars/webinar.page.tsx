import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ShownWebinar } from '../../contract/console/webinars-schemas.ts';
import { courses } from '../../shared/courses.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import { Facts } from '../shell/facts.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { EditWebinar } from './edit-webinar.tsx';
import { Occasions } from './occasions.tsx';
import { webinarQuery, webinarsKey } from './webinar-queries.ts';
import {
  categoryWords,
  clockWords,
  partnerWords,
  reminderWords,
  repeatWords,
  standingWords,
  timeWords,
} from './webinar-words.ts';

const within = { label: 'Webinars', to: '/webinars' };

/** One webinar: when it takes place, who takes part, its texts, and its end. */
export function Component() {
  const { webinarId = '' } = useParams();
  const { data: webinar, error } = useQuery(webinarQuery(webinarId));
  const may = useMay('answer-requests');
  if (!may || isRefusal(error, 'webinar-not-found')) return <NotFound what="This webinar does not exist." />;
  if (webinar) return <WebinarPage key={webinar.id} webinar={webinar} />;
  return (
    <Page title="Webinar" within={within}>
      {error ? (
        <Notice tone="error" role="alert" title="The webinar could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Page>
  );
}

function WebinarPage({ webinar }: { webinar: ShownWebinar }) {
  const { standing, course, state, mayChange } = webinar;
  const isOpen = mayChange && state !== 'cancelled';
  return (
    <Page
      title={webinar.title}
      within={within}
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={standingWords[standing].tone}>{standingWords[standing].label}</Badge>
          {partnerWords(webinar.partner)}, {courses[course].name}
        </span>
      }
      action={isOpen && <Cancel webinar={webinar} />}
    >
      <div className="flex flex-col gap-8">
        <Facts
          facts={{
            'Takes place': `${timeWords(webinar)} (${clockWords(webinar)})`,
            Again: repeatWords('on' in webinar.date ? null : webinar.date.everyWeeks),
            Length: `${webinar.minutes} minutes`,
            Kind: categoryWords[webinar.category],
            'Reminder mails': reminderWords(webinar.reminderHours),
            'Registered now': webinar.waiting,
          }}
        />
        <Occasions webinar={webinar} />
        {isOpen ? (
          <section>
            <h2 className="mb-4">Edit</h2>
            <EditWebinar webinar={webinar} />
          </section>
        ) : (
          <Notice tone="info" title={state === 'cancelled' ? 'It was cancelled' : 'You may see it and not change it'}>
            <p>
              {state === 'cancelled'
                ? 'It takes place no more, and stays so. Create a new one where it should take place after all.'
                : 'It is one of all partners. Staff of all partners change it.'}
            </p>
          </Notice>
        )}
      </div>
    </Page>
  );
}

function Cancel({ webinar }: { webinar: ShownWebinar }) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const { id, version, waiting } = webinar;
  return (
    <>
      <Button look="outline" onClick={() => setAsking(true)}>
        Cancel the webinar…
      </Button>
      {isAsking && (
        <ActDialog
          title="Cancel this webinar?"
          press="Cancel the webinar"
          told="The webinar is cancelled"
          needsReason
          act={(reason = '') =>
            send('POST /console/api/webinars/:webinarId/cancellation', { version, reason }, { webinarId: id })
          }
          onDone={() => void queryClient.invalidateQueries({ queryKey: webinarsKey })}
          onClose={() => setAsking(false)}
        >
          <p>
            {waiting === 0
              ? 'Nobody is registered for what comes, so nobody is mailed.'
              : `${waiting === 1 ? '1 person is' : `${waiting} people are`} registered for what comes. They are mailed, but for those who switched notices off, and the entry in their calendar goes.`}
          </p>
          <p>It leaves the events page, and cannot be brought back.</p>
        </ActDialog>
      )}
    </>
  );
}
