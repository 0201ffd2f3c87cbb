import file from 'content:courses/software';
import { useContent } from '../partner/use-content.ts';
import { CourseDetails } from './course-details.tsx';
import { TechStack } from './tech-stack.tsx';

export function SoftwareDetails() {
  const content = useContent(file);
  return (
    <CourseDetails course="software" content={content}>
      <TechStack stack={content.stack} />
    </CourseDetails>
  );
}
