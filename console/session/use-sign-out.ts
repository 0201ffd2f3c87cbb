import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from '../../ui/toast.ts';
import { send } from './client.ts';
import { messageOf } from './message-of.ts';

/** Ends the session here and on the server, and forgets everything the page knows. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await send('POST /console/api/sign-out');
    } catch (error) {
      toast({ kind: 'error', title: 'You are still signed in', text: messageOf(error) });
      return;
    }
    // Before the page leaves: the frame would ask again for what it no longer knows.
    await navigate('/sign-in');
    queryClient.clear();
  };
}
