import type { RequestEntry, ShownRequest } from '../../contract/console/requests-schemas.ts';
import { aboutRequest } from '../../shared/about-request.ts';
import { momentOf } from '../shell/times.ts';
import { entryText, requestWords } from './request-words.ts';

/** What was asked and what happened since, in its order. All of it is text, whatever was typed. */
export function Thread({ request }: { request: ShownRequest }) {
  const { name, createdAt, merged, entries } = request;
  return (
    <section aria-labelledby="thread">
      <h2 id="thread" className="mb-3">
        What was asked and answered
      </h2>
      <ol className="flex flex-col gap-4">
        {merged.map((one) => (
          <Asked key={one.reference} who={`${name} (${one.reference})`} at={one.createdAt} request={one} />
        ))}
        <Asked who={name} at={createdAt} request={request} />
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

interface AskedProps {
  who: string;
  at: string;
  request: Pick<ShownRequest, 'kind' | 'details'>;
}

const Asked = ({ who, at, request }: AskedProps) => (
  <li className="rounded-xl border border-line bg-surface p-4">
    <p className="text-sm text-muted">
      <span className="font-semibold text-ink wrap-anywhere">{who}</span>, <time dateTime={at}>{momentOf(at)}</time>
    </p>
    <p className="mt-1 wrap-anywhere whitespace-pre-line">
      {request.kind === 'support' ? '' : `${requestWords[request.kind]}: `}
      {aboutRequest(request)}
    </p>
  </li>
);

function Entry({ entry }: { entry: RequestEntry }) {
  const line = (
    <p className="text-sm text-muted">
      <span className="wrap-anywhere">{entryText(entry)}</span>, <time dateTime={entry.at}>{momentOf(entry.at)}</time>
    </p>
  );
  if (entry.kind !== 'replied') return <li className="pl-4">{line}</li>;
  return (
    <li className="ml-4 rounded-xl border border-line border-l-4 border-l-brand bg-white p-4 sm:ml-8">
      {line}
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{entry.body}</p>
    </li>
  );
}
