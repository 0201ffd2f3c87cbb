import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { resourceMessages } from '../messages/resources.ts';
import { usePartner } from '../partner/partner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { FormValues } from '../../ui/problems.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useEnquiry } from './use-enquiry.ts';
import { requests } from './request-client.ts';

/** A message to the partner's advisors. The next one starts on an empty sheet, unless it was begun during the sending. */
export function SupportForm({ member }: { member: StudentMember }) {
  const partner = usePartner();
  const [sent, setSent] = useState<string>();
  const [sheet, setSheet] = useState(0);
  const { form, typed } = useEnquiry<'message'>({
    name: 'support',
    member,
    check: (values) =>
      messageOf(values) ? [] : [{ field: 'message', message: resourceMessages.supportMessageMissing }],
    send: (values) => requests.requestSupport({ partner: partner.code, message: messageOf(values) }),
    onSent(reference, _, left) {
      toast(resourceMessages.supportAsked);
      setSent(reference);
      if (left['message'] === undefined) setSheet((count) => count + 1);
    },
  });
  return (
    <>
      <form {...form.props} className="space-y-4">
        <ErrorSummary form={form} />
        <TextAreaField
          key={sheet}
          label="Your message"
          name="message"
          rows={6}
          maxLength={limits.supportMessageMaxLength}
          defaultValue={typed.message}
          error={form.errorOf('message')}
        />
        <Button type="submit" look="outline" loading={form.pending}>
          Send Support Request
        </Button>
      </form>
      <div role="status" className="not-empty:mt-4">
        <Sent reference={sent} email={member.auth.email} />
      </div>
    </>
  );
}

/** Stays on the page when the passing message has gone. */
function Sent({ reference, email }: { reference: string | undefined; email: string }) {
  if (!reference) return null;
  const [name, host] = email.split('@');
  return (
    <Notice tone="success" title={resourceMessages.onItsWay}>
      <p>
        {resourceMessages.weReplyTo}{' '}
        <span className="email">
          {name}
          <wbr />@{host}.
        </span>
      </p>
      <p className="text-sm text-muted">{resourceMessages.reference(reference)}</p>
    </Notice>
  );
}

const messageOf = (values: FormValues) => values['message']?.trim() ?? '';
