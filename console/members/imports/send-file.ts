import { importLimits } from '../../../contract/console/imports-schemas.ts';
import type { ErrorAnswer } from '../../../contract/errors.ts';
import { addressOf } from '../../../client/console.ts';
import { failedSentence, RequestError } from '../../../client/request.ts';

/** Attempts at a part whose answer did not arrive. Sent twice, it is there once. */
const attemptsMost = 3;

interface FileToSend {
  siteId: string;
  importId: string;
  file: File;
  /** @param share of the file that is there, from 0 to 1 */
  onProgress: (share: number) => void;
}

/** Sends a file part by part. @throws RequestError */
export async function sendFile({ siteId, importId, file, onProgress }: FileToSend): Promise<void> {
  const { partBytes } = importLimits;
  for (let part = 0; part * partBytes < file.size; part++) {
    const address = addressOf('PUT /console/api/sites/:siteId/imports/:importId/parts/:part', {
      siteId,
      importId,
      part: String(part),
    });
    await sendPart(address, file.slice(part * partBytes, (part + 1) * partBytes));
    onProgress(Math.min(1, ((part + 1) * partBytes) / file.size));
  }
}

async function sendPart(address: string, body: Blob, attempt = 1): Promise<void> {
  const response = await fetch(address, {
    method: 'PUT',
    headers: { 'Content-Type': 'text/csv' },
    credentials: 'same-origin',
    body: await body.arrayBuffer(),
  }).catch(() => undefined);
  if (response?.ok) return;
  if (attempt < attemptsMost && (!response || response.status >= 502)) {
    await sendPart(address, body, attempt + 1);
    return;
  }
  if (!response)
    throw new RequestError('network-error', 'The file could not be sent. Check your connection and try again.', 0);
  const refusal = ((await response.json().catch(() => undefined)) as Partial<ErrorAnswer> | undefined)?.error;
  throw new RequestError(refusal?.code ?? 'unknown-error', refusal?.message ?? failedSentence, response.status);
}
