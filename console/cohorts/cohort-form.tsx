import type { ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import { partners } from '../../shared/partners.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Field } from '../../ui/field.tsx';
import type { FormValues, Problem } from '../../ui/problems.ts';
import type { Form } from '../../ui/use-form.ts';
import { useMe } from '../session/me.ts';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { isCount, readNumber } from '../shell/typed-numbers.ts';

/** What the fields of a cohort begin with. */
export type CohortValues = Pick<
  ShownCohort,
  'name' | 'partners' | 'startDate' | 'schedule' | 'capacity' | 'minimum' | 'opensOn' | 'enrolBy'
>;

const partnerField = (code: string) => `partner-${code}`;
const forAll = 'partner-all';

/** The values of the form as the calls take them. */
export function readCohort(values: FormValues, codes: readonly string[]): CohortValues {
  const text = (name: string) => values[name]?.trim() || null;
  const number = (name: string) => readNumber(values[name] ?? '') ?? null;
  return {
    name: text('name') ?? '',
    partners: values[forAll] === 'on' ? null : codes.filter((code) => values[partnerField(code)] === 'on'),
    startDate: text('startDate'),
    schedule: text('schedule'),
    capacity: number('capacity') ?? 0,
    minimum: number('minimum'),
    opensOn: text('opensOn'),
    enrolBy: text('enrolBy'),
  };
}

/** What is wrong with them before they are sent. */
export function checkCohort(values: FormValues, codes: readonly string[]): Problem[] {
  const { name, partners: given, capacity, minimum } = readCohort(values, codes);
  const problems: Problem[] = [];
  if (name === '') problems.push({ field: 'name', message: 'Enter a name' });
  if (given?.length === 0) problems.push({ field: partnerField(codes[0] ?? ''), message: 'Choose a partner' });
  problems.push(...checkSeats(values));
  if (minimum !== null && minimum > capacity)
    problems.push({ field: 'minimum', message: 'The minimum is more than there are seats' });
  return problems;
}

/** What is wrong with the numbers of a form. */
export function checkSeats(values: FormValues): Problem[] {
  const isNumber = (text: string | undefined) => isCount(text, 0, 9_999);
  return [
    ...(isNumber(values['capacity']) ? [] : [{ field: 'capacity', message: 'Enter how many seats there are' }]),
    ...(!values['minimum']?.trim() || isNumber(values['minimum'])
      ? []
      : [{ field: 'minimum', message: 'Enter a number of students, or nothing' }]),
  ];
}

interface CohortFieldsProps {
  form: Form;
  cohort: CohortValues;
  /** Why the first day cannot be changed. */
  startKept?: string | undefined;
  /** The zone that stays whatever partners it is given to; nothing where it follows them. */
  zoneKept?: string | undefined;
}

/** Partners, days, hours and seats of a cohort. */
export function CohortFields({ form, cohort, startKept, zoneKept }: CohortFieldsProps) {
  return (
    <>
      <Field label="Name" name="name" defaultValue={cohort.name} maxLength={200} error={form.errorOf('name')} />
      <PartnerFields form={form} given={cohort.partners} zoneKept={zoneKept} />
      <Field
        label="First day"
        name="startDate"
        type="date"
        optional={cohort.startDate === null}
        defaultValue={cohort.startDate ?? ''}
        readOnly={startKept !== undefined}
        hint={startKept ?? 'Without one students read “No date yet”.'}
        error={form.errorOf('startDate')}
      />
      <Field
        label="Days and hours"
        name="schedule"
        optional
        defaultValue={cohort.schedule ?? ''}
        maxLength={200}
        hint="As students read it: Monday to Friday, 9:00 am to 5:00 pm"
      />
      <SeatFields form={form} capacity={cohort.capacity} minimum={cohort.minimum} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Opens on"
          name="opensOn"
          type="date"
          optional
          defaultValue={cohort.opensOn ?? ''}
          hint="The first day students may choose it"
          error={form.errorOf('opensOn')}
        />
        <Field
          label="Enrol by"
          name="enrolBy"
          type="date"
          optional
          defaultValue={cohort.enrolBy ?? ''}
          hint="The last day, to its end"
          error={form.errorOf('enrolBy')}
        />
      </div>
    </>
  );
}

/** Seats, and with how many students it runs. */
export function SeatFields(props: { form: Form; capacity: number; minimum: number | null; about?: string }) {
  const { form, capacity, minimum, about } = props;
  return (
    <div className="grid items-end gap-5 sm:grid-cols-2">
      <Field
        label="Seats"
        name="capacity"
        inputMode="numeric"
        defaultValue={capacity}
        hint={about ?? 'Never fewer than are sold and held'}
        error={form.errorOf('capacity')}
      />
      <Field
        label="Minimum"
        name="minimum"
        inputMode="numeric"
        optional
        defaultValue={minimum ?? ''}
        hint="Students with whom it runs"
        error={form.errorOf('minimum')}
      />
    </div>
  );
}

interface PartnerFieldsProps extends Pick<CohortFieldsProps, 'form' | 'zoneKept'> {
  given: CohortValues['partners'];
}

function PartnerFields({ form, given, zoneKept }: PartnerFieldsProps) {
  const { codes } = useCurrentPartner();
  const hasAll = useMe().scope.partners === 'all';
  return (
    <fieldset>
      <legend className="font-semibold">Partners</legend>
      <p className="text-sm text-muted">
        Whose students may choose it.{' '}
        {zoneKept
          ? `Seats are sold or held, so days and hours stay those of ${nameOfZone(zoneKept)}.`
          : 'Days are meant where the first of them is.'}
      </p>
      <div className="mt-1 grid gap-x-5 sm:grid-cols-2">
        {hasAll && <CheckboxField name={forAll} label="All partners" defaultChecked={given === null} />}
        {codes.map((code) => (
          <CheckboxField
            key={code}
            name={partnerField(code)}
            label={`${code.toUpperCase()}, ${nameOfZone(partners[code].timeZone)}`}
            defaultChecked={given?.includes(code) ?? false}
            error={form.errorOf(partnerField(code))}
          />
        ))}
      </div>
    </fieldset>
  );
}

const nameOfZone = (timeZone: string) => timeZone.replaceAll('_', ' ');
