import type { RequestStatus } from '../../contract/console/requests-schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { statusWords } from './request-words.ts';

const tones = { waiting: 'warning', answered: 'info', resolved: 'success' } as const;

/** What became of a request. */
export const StatusBadge = ({ status }: { status: RequestStatus }) => (
  <Badge tone={tones[status]}>{statusWords[status]}</Badge>
);
