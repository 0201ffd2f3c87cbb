import head from 'content:course-heads/data';
import { lazy } from 'react';
import { CoursePage } from './course-page.tsx';

// Asked for with the page, waited for by nothing on the first screen.
const details = import('./data-details.tsx');
const Details = lazy(async () => ({ default: (await details).DataDetails }));

export function Component() {
  return (
    <CoursePage course="data" head={head}>
      <Details />
    </CoursePage>
  );
}
