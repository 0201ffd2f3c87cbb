import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { Member } from '../../contract/members.ts';
import { usePartner } from '../partner/partner.tsx';
import { enrolment } from '../session/clients.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextAreaField } from '../ui/text-area-field.tsx';
import { toast } from '../ui/toast.ts';
import { useEnquiry } from './use-enquiry.ts';

/** A message to the partner's advisors. The next one starts on an empty sheet. */
export function SupportForm({ member }: { member: Member }) {
  const [references, setReferences] = useState<readonly string[]>([]);
  const newest = references.at(-1);
  return (
    <>
      <MessageForm
        key={references.length}
        member={member}
        onSent={(reference) => setReferences((known) => [...known, reference])}
      />
      <div role="status" className="not-empty:mt-4">
        {newest && (
          <Notice tone="success" title="Your message is on its way">
            <p>{`We reply to ${member.auth.email} within 24 hours.`}</p>
            <p className="text-sm text-muted tabular-nums">{`Reference ${newest}`}</p>
          </Notice>
        )}
      </div>
    </>
  );
}

function MessageForm({ member, onSent }: { member: Member; onSent: (reference: string) => void }) {
  const partner = usePartner();
  const messageOf = (values: Record<string, string | undefined>) => values['message']?.trim() ?? '';
  const { form, typed } = useEnquiry<'message'>({
    name: 'support',
    member,
    check: (values) => (messageOf(values) ? [] : [{ field: 'message', message: 'Please write your message first' }]),
    send: (values) => enrolment.requestSupport({ partner: partner.code, message: messageOf(values) }),
    onSent(reference) {
      toast({ title: 'Support Request Submitted', text: 'We reply within 24 hours.', kind: 'success' });
      onSent(reference);
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <ErrorSummary form={form} />
      <TextAreaField
        label="Your message"
        name="message"
        rows={5}
        maxLength={limits.supportMessageMaxLength}
        defaultValue={typed.message}
        error={form.errorOf('message')}
      />
      <Button type="submit" look="outline" loading={form.pending}>
        Send Support Request
      </Button>
    </form>
  );
}
