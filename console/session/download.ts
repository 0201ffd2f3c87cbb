import { meQuery } from './me.ts';
import { queryClient } from './query-client.ts';

/**
 * Downloads the file of a call. Where the session has ended the frame leads to the sign-in: the refusal would take the
 * place of the page.
 *
 * @throws {@link RequestError}
 */
export async function download(address: string): Promise<void> {
  if ((await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })) === null) return;
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
