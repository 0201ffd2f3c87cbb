import figures from 'content:figures';
import { Link as LinkIcon } from 'lucide-react';
import type { Question } from '../../shared/page-content.ts';
import { readingMessages } from '../messages/reading.ts';
import { ClaimSource, findClaims } from '../partner/claim-source.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Paragraphs } from '../ui/paragraphs.tsx';
import { toast } from '../../ui/toast.ts';

/** A question that opens onto its answer, where its numbers come from, and a link to hand on. */
export function FaqQuestion({ id, question, answer, claims }: Question & { id: string }) {
  const named = findClaims(figures, claims);
  return (
    <Disclosure id={id} title={question}>
      <Paragraphs text={answer} />
      {named.length > 0 && <ClaimSource claims={named} />}
      <CopyLink id={id} />
    </Disclosure>
  );
}

/** An ordinary link to the question; pressing it also puts its address on the clipboard, where the browser allows. */
function CopyLink({ id }: { id: string }) {
  const copy = async () => {
    const { origin, pathname } = location;
    try {
      await navigator.clipboard.writeText(`${origin}${pathname}#${id}`);
      toast(readingMessages.linkCopied);
    } catch {
      // The address bar shows it.
    }
  };
  return (
    <a
      href={`#${id}`}
      onClick={() => void copy()}
      className="mt-4 inline-flex min-h-6 items-center gap-2 text-sm font-semibold text-brand underline-offset-4 hover:underline print:hidden"
    >
      <LinkIcon className="size-4" aria-hidden="true" />
      Link to this question
    </a>
  );
}
