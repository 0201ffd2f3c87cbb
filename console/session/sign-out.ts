import { toast } from '../../ui/toast.ts';
import { send } from './client.ts';
import { messageOf } from './message-of.ts';

/** Ends the session and reloads the page, so that cached data about members leaves its memory. */
export async function signOut(): Promise<void> {
  try {
    await send('POST /console/api/sign-out');
    location.assign('/console/sign-in');
  } catch (error) {
    toast({ kind: 'error', title: 'You are still signed in', text: messageOf(error) });
  }
}
