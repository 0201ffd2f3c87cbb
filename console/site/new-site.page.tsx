import { Plus } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { RequestError } from '../../client/request.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { meQuery, useMay } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { createSendKeys } from '../session/send-keys.ts';
import { forgetUnsaved, LeaveGuard } from '../shell/leave-guard.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { readCents } from '../shell/typed-numbers.ts';

const often = [
  { value: 'FREE', label: 'Free' },
  { value: 'MONTHLY', label: 'Every month' },
  { value: 'YEARLY', label: 'Every year' },
  { value: 'ONETIME', label: 'Once' },
];
const mostPlans = 5;

/** A new site in a few presses: what it is called, and what members join. */
export function Component() {
  return useMay('change-sites') ? <NewSite /> : <NotFound />;
}

function NewSite() {
  // How often each plan is paid.
  const [paid, setPaid] = useState<readonly string[]>(['FREE', 'MONTHLY']);
  const plans = paid.length;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [keyFor] = useState(createSendKeys);
  const [isTyped, setTyped] = useState(false);
  const form = useForm({
    check: (values) => checkSite(values, plans),
    async send(values) {
      try {
        const wish = readSite(values, plans);
        const { data } = await send('POST /console/api/sites', { ...wish, key: keyFor(wish) });
        await queryClient.invalidateQueries({ queryKey: ['sites'] });
        // The site is in the scope of who made it.
        await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
        forgetUnsaved();
        void navigate(`/sites/${data.id}/site`);
      } catch (error) {
        form.fail(problemsOf(error));
      }
    },
  });
  return (
    <Page
      title="New site"
      width="text"
      about="It begins in test mode: you can try everything on your own machine, and no real money moves. All of it can be changed later."
    >
      <form {...form.props} onChange={() => setTyped(true)} className="flex flex-col gap-6">
        <ErrorSummary form={form} />
        <Field
          name="name"
          label="What the site is called"
          autoComplete="off"
          maxLength={200}
          error={form.errorOf('name')}
        />
        <Field
          name="origin"
          label="Address of your website"
          hint="https://www.example.org. Leave it empty while you try the site on your own machine."
          optional
          autoComplete="off"
          spellCheck={false}
          error={form.errorOf('origin')}
        />
        {paid.map((how, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- A plan that is being written is its place.
          <fieldset key={`plan-${at + 1}`} className="rounded-lg border border-line p-4">
            <legend className="px-1 font-semibold">Plan {at + 1}</legend>
            <div className="grid items-start gap-4 sm:grid-cols-[2fr_1fr_1fr_1fr]">
              <Field
                name={`plan-${at}-name`}
                label="Name"
                optional={at > 0}
                autoComplete="off"
                error={form.errorOf(`plan-${at}-name`)}
              />
              <SelectField
                name={`plan-${at}-often`}
                label="Paid"
                options={often}
                value={how}
                onChange={({ target }) => setPaid(paid.with(at, target.value))}
              />
              {how !== 'FREE' && (
                <>
                  <Field
                    name={`plan-${at}-amount`}
                    label="Amount"
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder="19.00"
                    error={form.errorOf(`plan-${at}-amount`)}
                  />
                  <Field
                    name={`plan-${at}-currency`}
                    label="Currency"
                    defaultValue="NZD"
                    autoComplete="off"
                    maxLength={3}
                    error={form.errorOf(`plan-${at}-currency`)}
                  />
                </>
              )}
            </div>
          </fieldset>
        ))}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            Create the site
          </Button>
          {plans < mostPlans && (
            <Button look="outline" onClick={() => setPaid([...paid, 'MONTHLY'])}>
              <Plus className="size-5" aria-hidden="true" />
              Another plan
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard isDirty={isTyped}>The site is not created yet, and what you typed is lost when you go on.</LeaveGuard>
    </Page>
  );
}

function checkSite(values: FormValues, plans: number): Problem[] {
  const problems: Problem[] = [];
  if (!values['name']?.trim()) problems.push({ field: 'name', message: 'Say what the site is called' });
  for (let at = 0; at < plans; at++) {
    const { name, isFree, amountCents } = planIn(values, at);
    if (at === 0 && name === '') problems.push({ field: 'plan-0-name', message: 'Name the first plan' });
    if (name !== '' && !isFree && amountCents <= 0)
      problems.push({ field: `plan-${at}-amount`, message: `Say what plan ${at + 1} costs: 19.00` });
  }
  return problems;
}

const planIn = (values: FormValues, at: number) => ({
  name: values[`plan-${at}-name`]?.trim() ?? '',
  isFree: values[`plan-${at}-often`] === 'FREE',
  amountCents: readCents(values[`plan-${at}-amount`] ?? '') ?? 0,
});

function readSite(values: FormValues, plans: number) {
  const origin = originOf(values['origin']?.trim() ?? '');
  const wanted = Array.from({ length: plans }, (_, at) => {
    const { name, isFree, amountCents } = planIn(values, at);
    const paid = isFree ? 'MONTHLY' : (values[`plan-${at}-often`] as 'MONTHLY');
    const currency = (values[`plan-${at}-currency`] ?? '').trim().toUpperCase();
    return { name, paid, currency, amountCents: isFree ? null : amountCents };
  });
  return {
    name: values['name']!.trim(),
    origins: origin === '' ? [] : [origin],
    plans: wanted.filter(({ name }) => name !== ''),
  };
}

/** The origin of an address as people write or paste it. What is none goes as it is: the service says what is wrong. */
function originOf(text: string): string {
  const address = text === '' || /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).origin : text;
}

/** Mistakes that the service found, beside the fields they are about. */
function problemsOf(error: unknown): Problem[] {
  const { faults } = error as RequestError & { faults?: { path: string; message: string }[] };
  if (!(error instanceof RequestError) || !faults) return [{ message: messageOf(error) }];
  return faults.map(({ path, message }) => ({ field: fieldOf(path), message }));
}

function fieldOf(path: string): string | undefined {
  if (path.startsWith('origins')) return 'origin';
  const [, at, key] = /^plans\[(\d+)\].*?(name|amountCents|currency)$/.exec(path) ?? [];
  if (at === undefined) return path === 'name' ? 'name' : undefined;
  return `plan-${at}-${key === 'amountCents' ? 'amount' : key}`;
}
