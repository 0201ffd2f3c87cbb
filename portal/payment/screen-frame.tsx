import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePartner } from '../partner/partner.tsx';
import { partnerTitle } from '../../shared/partners.ts';
import { Card } from '../../ui/card.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Page } from '../ui/page.tsx';
import { tones } from '../../ui/tones.ts';
import type { Tone } from '../../ui/tones.ts';

interface ScreenFrameProps {
  tone: Tone;
  icon?: LucideIcon;
  title: string;
  /** What a student reads out to support. */
  reference?: string | undefined;
  children: ReactNode;
}

/** One answer about a payment: what is so, in a heading; what it means; what can be done. */
export function ScreenFrame({ tone, icon, title, reference, children }: ScreenFrameProps) {
  const { fill, text, icon: toneIcon } = tones[tone];
  const Icon = icon ?? toneIcon;
  usePageTitle(`${title} – ${partnerTitle(usePartner())}`);
  return (
    <Page width="task">
      <Card>
        <div className="space-y-5">
          <span aria-hidden="true" className={`flex size-14 items-center justify-center rounded-full ${fill}`}>
            <Icon className={`size-7 ${text}`} />
          </span>
          <h1 tabIndex={-1}>{title}</h1>
          {children}
          {reference && (
            <p className="border-t border-line pt-4 text-sm text-muted">
              Your reference: <span className="font-semibold text-ink">{reference}</span>
            </p>
          )}
        </div>
      </Card>
    </Page>
  );
}

export function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center">{children}</div>;
}
