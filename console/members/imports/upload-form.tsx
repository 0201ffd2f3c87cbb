import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { useNavigate } from 'react-router';
import { importLimits } from '../../../contract/console/imports-schemas.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { send } from '../../session/client.ts';
import { messageOf } from '../../session/message-of.ts';
import { createSendKeys } from '../../session/send-keys.ts';
import { importsKey } from './import-queries.ts';
import { sendFile } from './send-file.ts';
import { ProgressBar } from '../../shell/progress-bar.tsx';

/** Chooses a file and sends it in parts. */
export function UploadForm({ siteId }: { siteId: string }) {
  const id = useId();
  const [file, setFile] = useState<File>();
  const { share, problem, upload, forget } = useUpload(siteId);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setFile(target.files?.[0]);
    forget();
  };
  const isTooLarge = file !== undefined && file.size > importLimits.fileMaxBytes;
  const fault = isTooLarge ? tooLargeWords(file) : problem;
  return (
    <div className="flex max-w-[42rem] flex-col gap-4 rounded-xl border border-line p-5">
      <div>
        <label htmlFor={id} className="font-semibold">
          CSV file
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          UTF-8, columns separated by commas, names of columns in the first row, at most 50 MB. One column holds the
          e-mail.
        </p>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          aria-invalid={fault ? true : undefined}
          onChange={choose}
          className="mt-2 block w-full cursor-pointer rounded-lg border border-control p-2 file:mr-3 file:cursor-pointer file:rounded file:border-0 file:bg-surface-strong file:px-3 file:py-1.5 file:font-semibold file:text-ink"
        />
      </div>
      {fault && (
        <Notice tone="error" role="alert" title="The file was not taken">
          <p>{fault}</p>
        </Notice>
      )}
      {share !== undefined && (
        <div role="status">
          <p>Sending the file…</p>
          <ProgressBar label="Sent" max={1} value={share} className="mt-1" />
        </div>
      )}
      <div>
        <Button
          disabled={file === undefined || isTooLarge}
          loading={share !== undefined}
          onClick={() => file && void upload(file)}
        >
          Send the file
        </Button>
      </div>
    </div>
  );
}

const tooLargeWords = ({ size }: File) =>
  `It has ${Math.ceil(size / 1024 / 1024)} MB, and 50 are taken at most. Split it, or let somebody import it with the command “members import”.`;

/**
 * Sends a file, and leads to its import; where another page is shown by then, it says so alone. A second try goes on with
 * the import that the first one began.
 */
function useUpload(siteId: string) {
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [keyFor] = useState(createSendKeys);
  const isThere = useIsThere();
  async function upload(file: File) {
    setProblem(undefined);
    setShare(0);
    // Not by a `LeaveGuard`, which ends with the form: the file is sent on while another page is shown.
    const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', askToStay);
    try {
      const { name, size, lastModified } = file;
      const wish = { key: keyFor({ name, size, lastModified }), name, bytes: size };
      const { data } = await send('POST /console/api/sites/:siteId/imports', wish, { siteId });
      const address = { siteId, importId: data.id };
      // One that has gone on or was stopped since the first try takes no parts: its page says what became of it.
      if (data.state === 'uploading' || data.state === 'uploaded') {
        await sendFile({ ...address, file, onProgress: setShare });
        await send('POST /console/api/sites/:siteId/imports/:importId/uploaded', undefined, address);
      }
      await queryClient.invalidateQueries({ queryKey: importsKey(siteId) });
      if (isThere()) void navigate(`/sites/${siteId}/members/import/${data.id}`);
      else toast({ kind: 'success', title: `“${name}” is sent`, text: 'It is among the imports of its site.' });
    } catch (error) {
      setProblem(messageOf(error));
      if (!isThere()) toast({ kind: 'error', title: `“${file.name}” was not taken`, text: messageOf(error) });
    }
    removeEventListener('beforeunload', askToStay);
    setShare(undefined);
  }
  return { share, problem, upload, forget: () => setProblem(undefined) };
}

/** @returns whether the page that asks is still the one that is shown */
function useIsThere(): () => boolean {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return () => isThere.current;
}
