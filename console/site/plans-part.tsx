import { Badge } from '../../ui/badge.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Entries } from './entries.tsx';
import { newEntryId } from './new-entry-id.ts';
import { asKind, sayPrice } from './prices.ts';
import { Columns, Section } from './section.tsx';
import {
  ChoiceSetting,
  LinesSetting,
  LongTextSetting,
  NumberSetting,
  SwitchSetting,
  TextSetting,
} from './setting-fields.tsx';
import { listOf, writePath, type SettingPath } from './setting-paths.ts';
import { valueWords, wordsOf } from './setting-words.ts';
import { useSettings } from './use-settings.tsx';

/** What members join and pay for, and what takes off a price. */
export function PlansPart() {
  const { shown } = useSettings();
  return (
    <>
      <Section
        title="Plans"
        about="A plan without prices is free. One that members have is never taken from them: it stays theirs, and no other member can get it."
      >
        <Entries
          at={['plans']}
          add="Add a plan"
          none="There is no plan yet: members have an account alone."
          make={() => ({ id: newEntryId('pln_'), name: 'New plan', prices: [] })}
          renderTitle={({ id, name, prices, status }) => (
            <>
              <span className="font-semibold">{String(name)}</span>{' '}
              <span className="text-muted">
                {pricesOf(prices)} · {countOf(shown.holders[String(id)])}
              </span>
              {status === 'INACTIVE' && (
                <>
                  {' '}
                  <Badge tone="warning">Not offered</Badge>
                </>
              )}
            </>
          )}
        >
          {(at) => <PlanFields at={at} />}
        </Entries>
      </Section>
      <Section title="Coupons" about="A code that takes something off a price.">
        <Entries
          at={['coupons']}
          add="Add a coupon"
          none="There is no coupon."
          make={() => ({
            id: newEntryId('').toUpperCase().slice(0, 10),
            code: null,
            name: 'New coupon',
            percentOff: 10,
            duration: 'once',
            perMember: 1,
          })}
          renderTitle={({ code, name }) => (
            <>
              <span className="font-semibold">{String(name)}</span>{' '}
              <span className="text-muted">{typeof code === 'string' ? code : ''}</span>
            </>
          )}
        >
          {(at) => (
            <Columns>
              <TextSetting at={[...at, 'name']} />
              <TextSetting at={[...at, 'code']} emptyIs="null" />
              <NumberSetting at={[...at, 'percentOff']} />
              <NumberSetting at={[...at, 'amountOffCents']} hundredths />
              <TextSetting at={[...at, 'currency']} emptyIs="null" />
              <ChoiceSetting at={[...at, 'duration']} values={['once', 'repeating', 'forever']} />
              <NumberSetting at={[...at, 'months']} />
              <NumberSetting at={[...at, 'perMember']} />
              <NumberSetting at={[...at, 'maxRedemptions']} />
              <TextSetting at={[...at, 'until']} emptyIs="null" />
            </Columns>
          )}
        </Entries>
      </Section>
    </>
  );
}

function PlanFields({ at }: { at: SettingPath }) {
  const { siteId, shown, read } = useSettings();
  const id = String(read([...at, 'id']));
  const members = shown.holders[id];
  return (
    <>
      {members !== undefined && (
        <p>
          <TextLink to={`/sites/${siteId}/members?plan=${encodeURIComponent(id)}`}>
            {`See the ${countOf(members)} with this plan`}
          </TextLink>
        </p>
      )}
      <Columns>
        <TextSetting at={[...at, 'name']} />
        <ChoiceSetting at={[...at, 'status']} values={['ACTIVE', 'INACTIVE']} />
      </Columns>
      <LongTextSetting at={[...at, 'description']} emptyIs="null" rows={2} />
      <div className="flex flex-col gap-2">
        <h3 className="font-semibold">Prices</h3>
        <Entries
          at={[...at, 'prices']}
          add="Add a price"
          none="The plan is free."
          make={() => ({
            id: newEntryId('prc_'),
            name: 'Monthly',
            type: 'SUBSCRIPTION',
            amountCents: 1000,
            currency: 'NZD',
            intervalType: 'MONTHLY',
            intervalCount: 1,
          })}
          renderTitle={(price) => (
            <>
              <span className="font-semibold">{String(price['name'])}</span>{' '}
              <span className="text-muted">{sayPrice(price)}</span>
            </>
          )}
        >
          {(price, entry) => (
            <Columns>
              <TextSetting at={[...price, 'name']} />
              <ChoiceSetting at={[...price, 'status']} values={['ACTIVE', 'INACTIVE']} />
              <NumberSetting at={[...price, 'amountCents']} hundredths />
              <TextSetting at={[...price, 'currency']} />
              <PriceKind at={price} />
              {entry['type'] === 'SUBSCRIPTION' && (
                <>
                  <ChoiceSetting at={[...price, 'intervalType']} values={['MONTHLY', 'YEARLY', 'WEEKLY']} />
                  <NumberSetting at={[...price, 'intervalCount']} />
                  <NumberSetting at={[...price, 'rules', 'trialDays']} />
                </>
              )}
              {entry['type'] === 'ONETIME' && <NumberSetting at={[...price, 'rules', 'accessDays']} />}
              <NumberSetting at={[...price, 'rules', 'setupFeeCents']} hundredths />
            </Columns>
          )}
        </Entries>
      </div>
      <details>
        <summary className="cursor-pointer font-semibold text-brand">Who may join, and where it leads</summary>
        <div className="mt-4 flex flex-col gap-4">
          <SwitchSetting at={[...at, 'rules', 'restrictToAdmin']} />
          <Columns>
            <NumberSetting at={[...at, 'rules', 'memberLimit']} />
            <LinesSetting at={[...at, 'rules', 'allowedEmailDomains']} rows={2} />
            <TextSetting at={[...at, 'redirects', 'afterLogin']} emptyIs="left-out" />
            <TextSetting at={[...at, 'redirects', 'afterSignup']} emptyIs="left-out" />
            <TextSetting at={[...at, 'redirects', 'afterLogout']} emptyIs="left-out" />
            <NumberSetting at={[...at, 'priority']} />
          </Columns>
        </div>
      </details>
    </>
  );
}

/** Once or again and again. */
function PriceKind({ at }: { at: SettingPath }) {
  const { shown, read, change, errorOf, isReadOnly } = useSettings();
  const price = read(at) as Record<string, unknown>;
  const saved = listOf(shown.settings, 'plans')
    .flatMap((plan) => listOf(plan, 'prices'))
    .find(({ id }) => id === price['id']);
  return (
    <SelectField
      name={writePath([...at, 'type'])}
      label={wordsOf('plans.prices.type').label}
      error={errorOf([...at, 'type'])}
      disabled={isReadOnly}
      value={String(price['type'])}
      options={['SUBSCRIPTION', 'ONETIME'].map((value) => ({ value, label: valueWords[value]! }))}
      onChange={({ target }) => change(at, asKind(price, target.value, saved))}
    />
  );
}

const pricesOf = (prices: unknown) =>
  Array.isArray(prices) && prices.length > 0
    ? (prices as Record<string, unknown>[]).map((price) => sayPrice(price)).join(', ')
    : 'Free';

const countOf = (members = 0) => `${members} ${members === 1 ? 'member' : 'members'}`;
