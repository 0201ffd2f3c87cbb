import { useEffect, useId, useRef, useState } from 'react';
import { useModal } from '../modal-context.ts';
import { useProfile } from './profile-context.ts';

/** The end of an account, for good: asked for once more in so many words. */
export function DeleteAccount() {
  const { client } = useModal();
  const { label, leave } = useProfile();
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const harmless = useRef<HTMLButtonElement>(null);
  useEffect(() => harmless.current?.focus(), [isAsking]);
  if (!isAsking)
    return (
      <div className="ms-part">
        <button type="button" className="ms-link ms-link--danger" onClick={() => setAsking(true)}>
          {label('delete_account')}
        </button>
      </div>
    );
  return (
    <div className="ms-part ms-ask" role="group" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <h3 id={id}>{label('delete_confirmation_title')}</h3>
      <p id={`${id}-text`} className="ms-text">
        {label('delete_confirmation_message')}
      </p>
      <div className="ms-pair">
        <button ref={harmless} type="button" className="ms-button" onClick={() => setAsking(false)}>
          {label('cancel_button')}
        </button>
        <button
          type="button"
          className="ms-button ms-button--danger"
          onClick={() => void leave(() => client.deleteMember())}
        >
          {label('yes_delete_account')}
        </button>
      </div>
    </div>
  );
}
