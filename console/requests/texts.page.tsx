import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { replyPlaceholders, type ReplyText } from '../../contract/console/reply-texts.ts';
import { limits } from '../../contract/limits.ts';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import type { Choice } from '../list/choice.ts';
import { usePartnerChoices } from '../list/partner-choices.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { EditButtons, EditRow, SavedElsewhere, useEditedVersion } from '../shell/edit-row.tsx';
import { EmptyState } from '../shell/empty-state.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { ReadFault } from '../shell/read-fault.tsx';
import { useTypedSince } from '../shell/use-typed-since.ts';
import { RequestLinks } from './request-links.tsx';

const textsCall = '/console/api/partners/:partner/reply-texts';

/** Texts that a partner's staff put into their replies. */
export function Component() {
  const partners = usePartnerChoices();
  const mayAnswer = useMay('answer-requests');
  return mayAnswer && partners.length > 0 ? <TextsPage /> : <NotFound />;
}

/** The partner whose texts an address shows. */
const partnerAt = (partners: readonly Choice[], query: URLSearchParams): string =>
  (partners.find(({ value }) => value === query.get('partner')) ?? partners[0]!).value;

function TextsPage() {
  const partners = usePartnerChoices();
  const [params, setParams] = useSearchParams();
  const partner = partnerAt(partners, params);
  return (
    <Page
      title="Texts to reuse"
      within={{ label: 'Requests', to: '/requests' }}
      width="text"
      about={`What you write often. ${replyPlaceholders.join(' and ')} are filled in as you put a text into an answer.`}
      action={<RequestLinks current="texts" />}
    >
      <SelectField
        label="Partner"
        name="partner"
        className="mb-6 max-w-60"
        value={partner}
        onChange={({ target: { value } }) => setParams({ partner: value }, { replace: true })}
        options={partners}
      />
      <Texts key={partner} partner={partner} />
    </Page>
  );
}

function Texts({ partner }: { partner: string }) {
  const queryClient = useQueryClient();
  const queryKey = ['reply-texts', partner];
  const texts = useQuery({
    queryKey,
    queryFn: async () => (await send(`GET ${textsCall}`, undefined, { partner })).data,
  });
  // Another form once a text is added: empty.
  const [added, setAdded] = useState(0);
  const fault = texts.isError && <ReadFault named="The texts" error={texts.error} onAgain={texts.refetch} />;
  if (!texts.data) return fault || <Skeleton className="h-40" />;
  return (
    <div className="flex flex-col gap-8">
      {fault}
      {texts.data.length === 0 && (
        <EmptyState icon={MessageSquareText} title="No texts yet">
          <p>Keep an answer that you write often: which laptop, what the deposit is, when a course starts.</p>
        </EmptyState>
      )}
      {texts.data.length > 0 && (
        <ul className="divide-y divide-line">
          {texts.data.map((text) => (
            <li key={text.id} className="py-4">
              <EditRow
                thing="text"
                named={text.name}
                remove={() => send(`DELETE ${textsCall}/:replyTextId`, undefined, { partner, replyTextId: text.id })}
                refresh={() => queryClient.invalidateQueries({ queryKey })}
                renderForm={(leave) => <TextForm partner={partner} text={text} onLeave={leave} />}
              >
                <h3 className="text-base wrap-anywhere">{text.name}</h3>
                <p className="mt-1 wrap-anywhere whitespace-pre-line">{text.text}</p>
              </EditRow>
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="new-text">
        <h2 id="new-text" className="mb-3">
          New text
        </h2>
        <TextForm key={added} partner={partner} onAdded={() => setAdded(added + 1)} />
      </section>
    </div>
  );
}

interface TextFormProps {
  partner: string;
  /** The one that is changed; a new one without. */
  text?: ReplyText;
  onLeave?: () => void;
  onAdded?: () => void;
}

function TextForm({ partner, text, onLeave, onAdded }: TextFormProps) {
  const queryClient = useQueryClient();
  const partners = usePartnerChoices();
  const { pathname } = useLocation();
  const [isTyped, setTyped] = useState(false);
  // A new one, once it is added while somebody types on: the next save changes it.
  const [added, setAdded] = useState<ReplyText>();
  const known = text ?? added;
  const { version, others, goOn, takeOver } = useEditedVersion(text?.version ?? 1);
  const { onTyped, begin } = useTypedSince();
  const form = useForm({
    check: ({ name = '', text: body = '' }) => [
      ...(name.trim() ? [] : [{ field: 'name', message: 'Write a name' }]),
      ...(body.trim() ? [] : [{ field: 'text', message: 'Write the text' }]),
    ],
    async send({ name = '', text: body = '' }) {
      const isTypedSince = begin();
      const words = { name: name.trim(), text: body.trim() };
      try {
        const { data } = await (known
          ? send(`POST ${textsCall}/:replyTextId`, { ...words, version }, { partner, replyTextId: known.id })
          : send(`POST ${textsCall}`, words, { partner }));
        toast({ kind: 'success', title: 'The text is saved' });
        await queryClient.invalidateQueries({ queryKey: ['reply-texts', partner] });
        if (isTypedSince()) {
          setAdded(data);
          goOn(data.version);
        } else (onLeave ?? onAdded)?.();
      } catch (error) {
        if (!takeOver(error)) form.fail([{ field: 'name', message: messageOf(error) }]);
      }
    },
  });
  const note = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    onTyped();
    const typed = new FormData(currentTarget);
    setTyped(typed.get('name') !== (known?.name ?? '') || typed.get('text') !== (known?.text ?? ''));
  };
  return (
    <form {...form.props} onChange={note} className="flex flex-col gap-3">
      <ErrorSummary form={form} />
      <SavedElsewhere thing="text" others={others} />
      <Field
        label="Name"
        name="name"
        hint="For colleagues; students do not see it."
        maxLength={limits.replySubjectMaxLength}
        defaultValue={text?.name ?? ''}
        error={form.errorOf('name')}
        autoComplete="off"
      />
      <TextAreaField
        label="Text"
        name="text"
        rows={6}
        maxLength={limits.replyMaxLength}
        defaultValue={text?.text ?? ''}
        error={form.errorOf('text')}
      />
      <EditButtons
        press={text ? 'Save the text' : 'Add the text'}
        pending={form.pending}
        look={text ? 'outline' : 'primary'}
        onLeave={onLeave}
      />
      <LeaveGuard
        isDirty={isTyped}
        isKeptAt={(to) => to.pathname === pathname && partnerAt(partners, new URLSearchParams(to.search)) === partner}
      >
        The text you wrote is not saved yet, and is lost when you go on.
      </LeaveGuard>
    </form>
  );
}
