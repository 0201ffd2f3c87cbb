import { Check, Download, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { courses } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { outlineAddress, outlineDownload } from '../../shared/outline-files.ts';
import { OutlineCover } from '../partner/outline-cover.tsx';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** An outline in the browser's own viewer, and the two ways to have it elsewhere. */
export function OutlineViewer({ course }: { course: CourseCode }) {
  const partner = usePartner();
  const { name } = courses[course];
  const address = outlineAddress(partner, course);
  return (
    <div className="@container pt-6">
      <div className="flex flex-wrap items-center gap-3">
        <a href={outlineDownload(partner, course)} className={buttonClass('primary', 'max-sm:w-full')}>
          <Download className="size-5" aria-hidden="true" />
          Download PDF
        </a>
        <a href={address} target="_blank" rel="noopener" className={buttonClass('outline', 'max-sm:w-full')}>
          <ExternalLink className="size-5" aria-hidden="true" />
          Open in New Tab
        </a>
        <p className="text-sm @2xl:ml-auto">
          <TextLink to={pathOf(partner, course)}>{`About ${name}`}</TextLink>
        </p>
      </div>
      {navigator.pdfViewerEnabled ? (
        // A sandboxed frame shows no PDF.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          src={`${address}#view=FitH`}
          title={`Outline of ${name}`}
          className="mt-6 block h-[max(28rem,calc(100dvh-8rem))] w-full print:hidden"
        />
      ) : (
        <div className="mt-6">
          <Preview course={course}>
            <p>
              Your browser does not show PDFs inside a page.{' '}
              <a href={address} className={buttonClass('link')}>
                Read the outline
              </a>{' '}
              on a page of its own.
            </p>
          </Preview>
        </div>
      )}
    </div>
  );
}

/** What a visitor sees instead. */
export function LockedOutline({ course }: { course: CourseCode }) {
  const partner = usePartner();
  return (
    <div className="@container pt-6">
      <Preview course={course}>
        <p>Create an account to read and download it. That takes a minute and costs nothing.</p>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to={pathOf(partner, 'register')}>Create Account to Download</ButtonLink>
          <TextLink to={pathOf(partner, course)}>{`About ${courses[course].name}`}</TextLink>
        </div>
      </Preview>
    </div>
  );
}

const parts = [
  'Every week, full-time and part-time',
  'What you make, and how it is assessed',
  'Who the course is for, and what you need',
  'Prices, where it leads, and the next steps',
];

/** The cover, and what stands behind it. */
function Preview({ course, children }: { course: CourseCode; children: ReactNode }) {
  return (
    <div className="grid items-center gap-8 rounded-xl bg-tint p-6 @2xl:grid-cols-[15rem_1fr] @2xl:gap-12 @2xl:p-10">
      <OutlineCover course={course} className="mx-auto w-full max-w-60" />
      <div>
        <h2 className="text-h3">{`The outline of ${courses[course].name}`}</h2>
        <ul className="mt-4 mb-6 space-y-2">
          {parts.map((part) => (
            <li key={part} className="flex gap-3">
              <Check className="mt-0.5 size-5 shrink-0 text-brand" aria-hidden="true" />
              {part}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}
