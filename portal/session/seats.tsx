import { CircleSlash } from 'lucide-react';
import type { Cohort } from '../../contract/cohorts.ts';
import { Badge } from '../../ui/badge.tsx';
import { findToldObstacle, type ToldObstacle } from './told-obstacle.ts';

/** How many places a cohort has, or why it cannot be taken. */
export function Seats({ cohort }: { cohort: Cohort }) {
  const obstacle = findToldObstacle(cohort);
  if (obstacle)
    return (
      <Badge tone="neutral" icon={CircleSlash}>
        {obstacleWords[obstacle]}
      </Badge>
    );
  const { state, left } = cohort.seats;
  if (state === 'few') return <Badge tone="warning">{left === null ? 'Few places left' : placesLeft(left)}</Badge>;
  return <Badge tone="success">Places available</Badge>;
}

function placesLeft(left: number): string {
  return left === 1 ? '1 place left' : `${left} places left`;
}

const obstacleWords: Record<ToldObstacle, string> = {
  started: 'Started',
  'not-open-yet': 'Not open yet',
  closed: 'Closed',
  full: 'Full',
  held: 'Held, may come back',
};
