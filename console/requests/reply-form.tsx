import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addressOf } from '../../client/console.ts';
import { fillInReply } from '../../contract/console/reply-texts.ts';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';
import { limits } from '../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { createSendKeys } from '../session/send-keys.ts';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { useTypedSince } from '../shell/use-typed-since.ts';
import { OthersNotice, type OthersAct } from './others-notice.tsx';
import { useRequestChange } from './request-query.ts';
import { requestWords } from './request-words.ts';
import { useSeenVersion, versionIn } from './seen-version.ts';

const valuesIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as { subject: string; text: string };

/** Answers a request by mail: plain text, looked at as a mail first, in the partner's name. */
export function ReplyForm({ request }: { request: ShownRequest }) {
  const { id: requestId, draft, to, replyTo, reference, kind } = request;
  const [sent, setSent] = useState(0);
  // Another form once a mail is sent: empty.
  const [emptied, setEmptied] = useState(0);
  const [others, setOthers] = useState<readonly OthersAct[]>();
  const [preview, setPreview] = useState(0);
  const [keyFor] = useState(createSendKeys);
  const element = useRef<HTMLFormElement>(null);
  // What the server keeps as a draft; any other text is lost with the page.
  const [keptText = draft?.text, setKeptText] = useState<string>();
  const [typedText = draft?.text ?? '', setTypedText] = useState<string>();
  const isUnkept = typedText !== '' && typedText !== keptText;
  const { seen: version, takeOver } = useSeenVersion(request, typedText !== '');
  const { show, refresh } = useRequestChange({ id: requestId, version });
  const { onTyped, begin } = useTypedSince();
  const note = () => {
    onTyped();
    setTypedText(valuesIn(element.current!).text);
  };
  const form = useForm({
    check: ({ subject = '', text = '' }) => [
      ...(subject.trim() ? [] : [{ field: 'subject', message: 'Write a subject' }]),
      ...(text.trim() ? [] : [{ field: 'text', message: 'Write the answer' }]),
    ],
    async send({ subject = '', text = '' }) {
      const isTypedSince = begin();
      try {
        const letter = { subject: subject.trim(), text: text.trim() };
        // The same letter written anew is another one.
        const body = { ...letter, version, key: keyFor({ ...letter, sent }) };
        const { data } = await send('POST /console/api/requests/:requestId/reply', body, { requestId });
        toast({ kind: 'success', title: `The answer goes to ${to.email}` });
        setOthers(undefined);
        setPreview(0);
        setKeptText('');
        setSent(sent + 1);
        // What was typed since the press did not go with the mail.
        if (!isTypedSince()) {
          setTypedText('');
          setEmptied(emptied + 1);
        }
        show(data);
      } catch (error) {
        if (!isRefusal(error, 'changed-meanwhile')) return form.fail([{ field: undefined, message: messageOf(error) }]);
        setOthers((error as { changed?: OthersAct[] }).changed ?? []);
        takeOver(versionIn(error));
        await refresh();
      }
    },
  });
  const look = async () => {
    const { subject, text } = valuesIn(element.current!);
    try {
      await send('POST /console/api/requests/:requestId/draft', { subject, text }, { requestId });
      setPreview(preview + 1);
      setKeptText(text);
    } catch (error) {
      form.fail([{ field: undefined, message: messageOf(error) }]);
    }
  };
  return (
    <section aria-labelledby="reply">
      <h2 id="reply" className="mb-1">
        Answer by mail
      </h2>
      <p className="mb-4 text-sm text-muted wrap-anywhere">
        To {to.email}
        {to.isProved ? '' : ', which is not proved: it gets few mails a day, and is greeted without a name'}. What they
        answer goes to {replyTo} and does not come back to this page.
      </p>
      <form key={emptied} ref={element} {...form.props} onChange={note} className="flex flex-col gap-4">
        <ErrorSummary form={form} />
        {others && <OthersNotice acts={others} />}
        <Reuse request={request} form={element} onInserted={note} />
        <Field
          label="Subject"
          name="subject"
          maxLength={limits.replySubjectMaxLength}
          defaultValue={(emptied === 0 && draft?.subject) || `${requestWords[kind]} ${reference}`}
          error={form.errorOf('subject')}
          autoComplete="off"
        />
        <TextAreaField
          label="Answer"
          name="text"
          rows={9}
          maxLength={limits.replyMaxLength}
          defaultValue={(emptied === 0 && draft?.text) || ''}
          error={form.errorOf('text')}
          hint="Plain text. An empty line begins a paragraph."
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            Send the answer
          </Button>
          <Button look="outline" onClick={() => void look()}>
            Look at the mail
          </Button>
        </div>
      </form>
      {preview > 0 && (
        <iframe
          key={preview}
          title="The answer as it will look"
          src={addressOf('GET /console/api/requests/:requestId/draft/body', { requestId })}
          sandbox=""
          className="mt-4 h-[32rem] w-full resize-y rounded-xl border border-line bg-surface"
        />
      )}
      <LeaveGuard isDirty={isUnkept}>The answer you wrote is not sent yet, and is lost when you go on.</LeaveGuard>
      <p className="mt-4 text-sm text-muted">
        Nothing of what was asked is repeated in the mail. {preview > 0 && 'What you wrote is kept until you send it.'}
      </p>
    </section>
  );
}

interface ReuseProps {
  request: ShownRequest;
  form: { current: HTMLFormElement | null };
  onInserted: () => void;
}

/** Puts a text of the partner behind what is typed. */
function Reuse({ request, form, onInserted }: ReuseProps) {
  const { partner, to } = request;
  const { data: texts } = useQuery({
    queryKey: ['reply-texts', partner],
    queryFn: async () => (await send('GET /console/api/partners/:partner/reply-texts', undefined, { partner })).data,
  });
  if (!texts) return null;
  if (texts.length === 0)
    return (
      <p className="text-sm text-muted">
        What you write often can be kept: <TextLink to={`/requests/texts?partner=${partner}`}>texts to reuse</TextLink>.
      </p>
    );
  const insert = (id: string) => {
    const area = form.current?.elements.namedItem('text');
    const text = texts.find((one) => one.id === id)?.text;
    if (!(area instanceof HTMLTextAreaElement) || text === undefined) return;
    const filled = fillInReply(text, { firstName: to.firstName, partner });
    area.value = [area.value.trimEnd(), filled].filter((part) => part !== '').join('\n\n');
    area.focus();
    onInserted();
  };
  return (
    <SelectField
      label="Text to reuse"
      name="reuse"
      value=""
      onChange={({ target: { value } }) => insert(value)}
      placeholder="Choose one to put it into the answer"
      options={texts.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
