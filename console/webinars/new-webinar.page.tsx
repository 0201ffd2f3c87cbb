import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { usePartnerChoices } from '../list/partner-choices.ts';
import { send } from '../session/client.ts';
import { useMay, useMe } from '../session/me.ts';
import { createSendKeys } from '../session/send-keys.ts';
import { forgetUnsaved } from '../shell/leave-guard.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { newWebinar } from './form-values.ts';
import { WebinarForm } from './webinar-form.tsx';
import { webinarsKey } from './webinar-queries.ts';

/** A webinar of a partner, or of all where the person sees all. */
export function Component() {
  return useMay('answer-requests') ? <NewWebinarPage /> : <NotFound />;
}

const ofAll = 'all';

function NewWebinarPage() {
  const choices = usePartnerChoices();
  const { partners } = useMe().scope;
  const options = [...(partners === 'all' ? [{ value: ofAll, label: 'All partners' }] : []), ...choices];
  const [chosen, setChosen] = useState(choices[0]?.value ?? ofAll);
  const partner = chosen === ofAll ? null : chosen;
  const [keyFor] = useState(createSendKeys);
  const [isTyped, setTyped] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <Page
      title="New webinar"
      within={{ label: 'Webinars', to: '/webinars' }}
      about="Students see it once it is published. Until then it is a draft of yours."
    >
      <WebinarForm
        draft={newWebinar}
        partner={partner}
        press="Create the webinar"
        isTyped={isTyped}
        onTyped={() => setTyped(true)}
        save={async (draft) => {
          const wish = { ...draft, partner };
          const { data } = await send('POST /console/api/webinars', { ...wish, key: keyFor(wish) });
          toast({ kind: 'success', title: draft.isPublished ? 'The webinar is published' : 'The draft is kept' });
          await queryClient.invalidateQueries({ queryKey: webinarsKey });
          forgetUnsaved();
          void navigate(`/webinars/${data.id}`);
        }}
      >
        <SelectField
          label="For the students of"
          name="partner"
          hint="It stays so: registrations belong to it."
          options={options}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </WebinarForm>
    </Page>
  );
}
