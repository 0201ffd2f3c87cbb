import { movements } from '../../../contract/console/reconciliation.ts';
import { Field } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useMay } from '../../session/me.ts';
import { NotFound } from '../../shell/not-found.page.tsx';
import { Page } from '../../shell/page.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { usePartnerChoices } from '../order-words.ts';
import { ComparedPart } from './compared-part.tsx';

/** What the card provider says beside what we say, for a day or several. */
export function Component() {
  return useMay('see-orders') ? <ReconciliationPage /> : <NotFound />;
}

const today = () => new Date().toISOString().slice(0, 10);

function ReconciliationPage() {
  const [address, changeAddress] = useAddress();
  const partners = usePartnerChoices();
  const day = address.get('day') ?? today();
  const lastDay = address.get('until') ?? day;
  const until = lastDay > day ? lastDay : day;
  const partner = address.get('partner') ?? '';
  const change = (name: string, value: string) =>
    changeAddress(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      // A day changes with each digit of its year: Back leads to the page before, not through them.
      { replace: true },
    );
  return (
    <Page
      title="Reconciliation"
      within={{ label: 'Orders', to: '/orders' }}
      about="What the card provider says beside what stands here, asked now. Days are those of UTC, as the provider counts them. Money for plans of sites is left out."
    >
      <div className="flex flex-col gap-8">
        <div className="grid max-w-[54rem] gap-4 sm:grid-cols-3">
          <Field
            label="First day"
            name="day"
            type="date"
            value={day}
            max={today()}
            onChange={({ currentTarget: { value } }) => change('day', value)}
          />
          <Field
            label="Last day"
            name="until"
            type="date"
            value={until}
            min={day}
            max={today()}
            onChange={({ currentTarget: { value } }) => change('until', value)}
          />
          <SelectField
            label="Partner"
            name="partner"
            value={partner}
            onChange={({ currentTarget: { value } }) => change('partner', value)}
            options={[{ value: '', label: 'All you see' }, ...partners]}
          />
        </div>
        {movements.map((what) => (
          <ComparedPart key={what} {...{ what, day, until, partner }} />
        ))}
      </div>
    </Page>
  );
}
