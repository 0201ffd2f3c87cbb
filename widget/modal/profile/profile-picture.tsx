import { useId } from 'react';
import { messageOf } from '../message-of.ts';
import { useModal } from '../modal-context.ts';
import { Avatar } from './avatar.tsx';
import { SureButton } from './sure-button.tsx';
import { pictureFault } from './picture-fault.ts';
import { useProfile } from './profile-context.ts';

/** The member's picture, which is sent as soon as it is chosen. */
export function ProfilePicture() {
  const { client, tell } = useModal();
  const { member, label, press } = useProfile();
  const id = useId();

  function send(profileImage: File | undefined): void {
    if (!profileImage) return;
    const fault = pictureFault(profileImage);
    if (fault) tell(label(fault), 'error');
    else void press(async () => messageOf(await client.updateMemberProfileImage({ profileImage })));
  }
  return (
    <div className="ms-picture">
      <Avatar image={member.profileImage} email={member.auth.email} isLarge />
      <input
        id={id}
        type="file"
        accept="image/*"
        className="ms-hidden"
        onChange={({ target }) => {
          send(target.files?.[0]);
          // The same file may be chosen again after a failure.
          target.value = '';
        }}
      />
      <label htmlFor={id} className="ms-button ms-button--small">
        {label(member.profileImage ? 'replace_image' : 'upload_profile_image')}
      </label>
      {member.profileImage && (
        <SureButton
          className="ms-button ms-button--small"
          name={label('remove_image')}
          onSure={() => press(async () => messageOf(await client.deleteMemberProfileImage()))}
        >
          {label('remove_button')}
        </SureButton>
      )}
    </div>
  );
}
