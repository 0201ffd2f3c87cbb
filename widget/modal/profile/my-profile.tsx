import { messageOf } from '../message-of.ts';
import { useModal } from '../modal-context.ts';
import { Field } from '../ui/field.tsx';
import { Form, type Value } from '../ui/form.tsx';
import { visibleFields } from '../visible-fields.ts';
import { ProfilePicture } from './profile-picture.tsx';
import { useProfile } from './profile-context.ts';
import { ViewHeading } from './view-heading.tsx';

/** What a member says of themself, and their picture. */
export function MyProfile() {
  const { app, client, tell } = useModal();
  const { member, label, whileBusy } = useProfile();
  const fields = visibleFields(app);
  const saved = (key: string) => member.customFields[key] ?? '';
  const changedIn = (value: Value) => fields.filter(({ key }) => value(key) !== saved(key));
  return (
    <>
      <ViewHeading text={label('profile_information_title')} />
      <ProfilePicture />
      <Form
        submit={label('save_button')}
        isReady={(value) => changedIn(value).length > 0}
        onSend={async (value) => {
          const customFields = Object.fromEntries(changedIn(value).map(({ key }) => [key, value(key)]));
          tell(messageOf(await whileBusy(() => client.updateMember({ customFields }))), 'success');
        }}
      >
        {fields.map((field) => (
          <Field key={field.key} label={field.label} name={field.key} type="text" defaultValue={saved(field.key)} />
        ))}
      </Form>
    </>
  );
}
