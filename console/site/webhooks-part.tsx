import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { siteEventNames } from '../../contract/site-events.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { send } from '../session/client.ts';
import { CopyText } from './copy-text.tsx';
import { Deliveries } from './deliveries.tsx';
import { Entries } from './entries.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { Columns, Section } from './section.tsx';
import { SwitchSetting, TextSetting } from './setting-fields.tsx';
import { EventChoices } from './event-choices.tsx';
import { endpointsQuery } from './site-query.ts';
import { useSettings } from './use-settings.tsx';
import { useSiteAct } from './use-site-act.ts';

/** Where the site is told what happens, and what was sent there. */
export function WebhooksPart() {
  const { siteId, isDirty, isReadOnly } = useSettings();
  const { data: endpoints = [] } = useQuery(endpointsQuery(siteId));
  const off = endpoints.filter(({ enabled, switchedOffAt }) => enabled && switchedOffAt !== null);
  return (
    <>
      {off.length > 0 && !isReadOnly && <SwitchOn ids={off.map(({ id }) => id)} />}
      <Section
        title="Webhooks"
        about="Each gets a signed message when something happens. A message that is refused is tried eight times within a day."
      >
        <Entries
          at={['webhooks']}
          add="Add a webhook"
          none="The site is told of nothing."
          make={() => ({ id: '', url: 'https://', events: 'all', enabled: true })}
          renderTitle={({ id, url, enabled }) => {
            const switchedOff = endpoints.find((each) => each.id === id)?.switchedOffAt;
            return (
              <>
                <span className="font-semibold">{String(id) || 'New webhook'}</span>{' '}
                <span className="text-muted">{String(url)}</span>{' '}
                {switchedOff ? (
                  <Badge tone="error">Switched off: it failed for days</Badge>
                ) : (
                  enabled !== true && <Badge tone="neutral">Off</Badge>
                )}
              </>
            );
          }}
        >
          {(at, { id }, isNew) => (
            <>
              <Columns>
                <TextSetting at={[...at, 'id']} isFixed={!isNew} />
                <TextSetting at={[...at, 'url']} />
              </Columns>
              <EventChoices at={[...at, 'events']} />
              <SwitchSetting at={[...at, 'enabled']} />
              {!isNew && <EndpointSecret endpointId={String(id)} />}
            </>
          )}
        </Entries>
      </Section>
      {endpoints.length > 0 && !isDirty && <TestMessage />}
      <Deliveries />
    </>
  );
}

/** What was switched off is no setting: the site as it is, saved once more, has its webhooks on. */
function SwitchOn({ ids }: { ids: readonly string[] }) {
  const { siteId, shown } = useSettings();
  const { run, isPending } = useSiteAct(siteId);
  const same = { version: shown.version, settings: {} };
  return (
    <Notice tone="error" title={`Switched off, since every message failed for days: ${ids.join(', ')}`}>
      <p className="mb-3">Nothing is sent there until it is switched on.</p>
      <Button
        look="outline"
        loading={isPending}
        onClick={() =>
          void run(
            () => send('PUT /console/api/sites/:siteId/settings', same, { siteId }),
            `On again: ${ids.join(', ')}`,
          )
        }
      >
        Switch on again
      </Button>
    </Notice>
  );
}

function EndpointSecret({ endpointId }: { endpointId: string }) {
  const { siteId } = useSettings();
  const { run, isPending } = useSiteAct(siteId);
  const [secret, setSecret] = useState<string>();
  const [isRotating, setRotating] = useState(false);
  const address = { siteId, endpointId };
  const show = async () => {
    const shown = await run(() =>
      send('POST /console/api/sites/:siteId/webhooks/:endpointId/secret', undefined, address),
    );
    setSecret(shown?.data.secret);
  };
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <Button look="link" loading={isPending} onClick={() => void show()}>
        Show the secret
      </Button>
      <Button look="link" onClick={() => setRotating(true)}>
        Give it another secret
      </Button>
      {secret !== undefined && (
        <Dialog open title={`Secret of ${endpointId}`} onClose={() => setSecret(undefined)}>
          <p className="mb-3">Messages are signed with it. The look stands in the audit log.</p>
          <CopyText text={secret} label="Secret" isLong />
        </Dialog>
      )}
      {isRotating && (
        <ReasonDialog
          title={`Another secret for ${endpointId}?`}
          consequence="For a day messages are signed with both, so that the receiver can change over. Made again within that day, it replaces the new one alone."
          act="Make another secret"
          onClose={() => setRotating(false)}
          onGo={async (reason, tellFault) => {
            const made = await run(
              () => send('POST /console/api/sites/:siteId/webhooks/:endpointId/rotation', { reason }, address),
              undefined,
              tellFault,
            );
            if (!made) return;
            setRotating(false);
            setSecret(made.data.secret);
          }}
        />
      )}
    </div>
  );
}

function TestMessage() {
  const { siteId } = useSettings();
  const { run, isPending } = useSiteAct(siteId);
  const [event, setEvent] = useState(siteEventNames[0]!);
  return (
    <Section
      title="Try them"
      about="Sends an example to every webhook that listens. Ids of examples begin with msg_test_."
    >
      <form
        method="dialog"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void run(
            () => send('POST /console/api/sites/:siteId/webhooks/test', { event }, { siteId }),
            'The example is on its way',
          );
        }}
      >
        <SelectField
          name="event"
          label="Event"
          className="min-w-0 flex-1 basis-[14rem]"
          value={event}
          options={siteEventNames.map((value) => ({ value, label: value }))}
          onChange={({ target }) => setEvent(target.value as typeof event)}
        />
        <Button type="submit" look="outline" loading={isPending}>
          Send an example
        </Button>
      </form>
    </Section>
  );
}
