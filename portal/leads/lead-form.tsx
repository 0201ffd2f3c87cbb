import { useEffect } from 'react';
import type { ReactNode, RefObject } from 'react';
import { courseCodes, courses } from '../../shared/courses.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import type { Draft } from '../session/draft.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { personFields } from '../ui/person-fields.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { Form } from '../../ui/use-form.ts';
import type { LeadField } from './lead-checks.ts';
import { useLeadForm } from './use-lead-form.ts';
import type { LeadVisit } from './use-visit.ts';

interface LeadFormProps {
  heading: RefObject<HTMLHeadingElement | null>;
  /** Why a mailed link did not open; undefined for a visitor without one. */
  deadLink: string | undefined;
  /** Told of the chosen course, also of the one that stood there already. */
  onCourse: (course: string) => void;
  onSent: LeadVisit['goOn'];
}

const courseOptions = courseCodes.map((code) => ({ value: code, label: courses[code].name }));

export function LeadForm({ heading, deadLink, onCourse, onSent }: LeadFormProps) {
  const { form, typed, course } = useLeadForm(onSent);
  useEffect(() => onCourse(course), [course, onCourse]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Download Course Outline
      </h1>
      <p className="mt-2 text-muted">
        Tell us where to send it. Then you choose a password and read the outline straight away.
      </p>
      {deadLink !== undefined && <DeadLink>{deadLink}</DeadLink>}
      <form {...form.props} className="mt-8 space-y-6">
        <ErrorSummary form={form} />
        <SelectField
          label="Course"
          name="course"
          options={courseOptions}
          placeholder="Choose a course"
          defaultValue={typed.course ?? ''}
          error={form.errorOf('course')}
        />
        <PersonFields form={form} typed={typed} />
        <div>
          <Button type="submit" loading={form.pending} className="w-full">
            Get Course Outline
          </Button>
          <PrivacyLine />
        </div>
      </form>
      <LogInInstead />
    </>
  );
}

function PersonFields({ form, typed }: { form: Form; typed: Draft<LeadField> }) {
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...personFields.firstName} defaultValue={typed.firstName} error={form.errorOf('firstName')} />
        <Field {...personFields.lastName} defaultValue={typed.lastName} error={form.errorOf('lastName')} />
      </div>
      <Field
        {...personFields.email}
        hint="We send a link to your outline there."
        defaultValue={typed.email}
        error={form.errorOf('email')}
      />
      <Field
        {...personFields.phone}
        hint="With the country code, so that an advisor can reach you."
        defaultValue={typed.phone}
        error={form.errorOf('phone')}
      />
    </>
  );
}

function LogInInstead() {
  const partner = usePartner();
  return (
    <p className="mt-6 text-center">
      Have an account already? <TextLink to={pathOf(partner, 'login')}>Log in</TextLink>
    </p>
  );
}

/** What is done with these details, where they are sent off. */
function PrivacyLine() {
  const partner = usePartner();
  return (
    <p className="mt-3 text-sm text-muted">
      This makes an account for you if you have none, and an advisor may contact you about the course. Our{' '}
      <a
        href={pathOf(partner, 'privacy')}
        target="_blank"
        rel="noopener"
        className="font-semibold text-brand underline underline-offset-4"
      >
        privacy notice
        <span className="sr-only"> (opens in a new tab)</span>
      </a>{' '}
      says what we keep.
    </p>
  );
}

function DeadLink({ children }: { children: ReactNode }) {
  const partner = usePartner();
  return (
    <div className="mt-6">
      <Notice tone="warning" role="alert">
        <p>{children}</p>
        <p className="flex flex-wrap gap-x-6 gap-y-2 pt-1">
          <TextLink to={pathOf(partner, 'login')}>Log in</TextLink>
          <TextLink to={pathOf(partner, 'forgotPassword')}>Choose a new password</TextLink>
        </p>
      </Notice>
    </div>
  );
}
