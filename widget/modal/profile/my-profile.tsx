import { messageOf } from '../message-of.ts';
import { useModal } from '../modal-context.ts';
import { Form, type Value } from '../ui/form.tsx';
import { fieldValue, SiteField } from '../ui/site-field.tsx';
import { fieldName, visibleFields } from '../../shell/shell.ts';
import { ProfilePicture } from './profile-picture.tsx';
import { useProfile } from './profile-context.ts';
import { ViewHeading } from './view-heading.tsx';

/** What a member says of themself, and their picture. */
export function MyProfile() {
  const { app, client, kept, tell } = useModal();
  const { member, label, whileBusy } = useProfile();
  const fields = visibleFields(app);
  // An input of one line takes line breaks away, which would be a change.
  const saved = (key: string) => (member.customFields[key] ?? '').replace(/[\r\n]+/g, ' ');
  const isSaved = (field: (typeof fields)[number], value: Value) =>
    fieldValue(field, value) === (saved(field.key) || (field.type === 'boolean' ? 'false' : ''));
  const changedIn = (value: Value) => fields.filter((field) => !isSaved(field, value));
  return (
    <>
      <ViewHeading text={label('profile_information_title')} />
      <ProfilePicture />
      <Form
        submit={label('save_button')}
        isReady={(value) => changedIn(value).length > 0}
        onSend={async (value) => {
          const customFields = Object.fromEntries(
            changedIn(value).map((field): [string, string] => [field.key, fieldValue(field, value)]),
          );
          // What is refused still stands in the form.
          for (const field of fields) kept.delete(fieldName(field));
          tell(messageOf(await whileBusy(() => client.updateMember({ customFields }))), 'success');
        }}
      >
        {fields.map((field) => (
          <SiteField key={field.key} field={field} saved={saved(field.key)} />
        ))}
      </Form>
    </>
  );
}
