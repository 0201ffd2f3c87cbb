import file from 'content:courses/data';
import { useContent } from '../partner/use-content.ts';
import { CourseDetails } from './course-details.tsx';
import { Projects } from './projects.tsx';
import { Tools } from './tools.tsx';

export function DataDetails() {
  const content = useContent(file);
  return (
    <CourseDetails course="data" content={content}>
      <Projects projects={content.projects} />
      <Tools tools={content.tools} />
    </CourseDetails>
  );
}
