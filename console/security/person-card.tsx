import { limits } from '../../contract/limits.ts';
import { roleWords } from '../../contract/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useMe } from '../session/me.ts';
import { Part } from './part.tsx';
import { useOwnChange } from './use-own-change.ts';

/** Name, address and role. The name is one's own; the rest is given. */
export function PersonCard() {
  const { name, email, role } = useMe();
  const { change } = useOwnChange();
  const form = useForm({
    check: (values) => (values['name']?.trim() ? [] : [{ field: 'name', message: 'Enter your name' }]),
    async send(values) {
      const body = { name: values['name']!.trim() };
      await change(() => send('PATCH /console/api/me', body), 'Your name is saved');
    },
  });
  return (
    <Part
      id="person"
      title="You"
      about={`${email}, ${roleWords[role].title.toLowerCase()}. An owner can change your role.`}
    >
      <form {...form.props} className="flex flex-col items-start gap-4">
        <ErrorSummary form={form} />
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={name}
          maxLength={limits.nameMaxLength}
          error={form.errorOf('name')}
          className="w-full max-w-[24rem]"
        />
        <Button type="submit" look="outline" loading={form.pending}>
          Save the name
        </Button>
      </form>
    </Part>
  );
}
