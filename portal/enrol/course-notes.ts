import type { CourseCode } from '../../contract/courses.ts';

/** What a card says about a course beyond facts from the catalogue. */
interface CourseNote {
  promise: string;
  build: string;
}

export const courseNotes: Record<CourseCode, CourseNote> = {
  cyber: {
    promise: 'Find weaknesses before attackers do, and keep systems and people safe.',
    build: 'A monitored network of your own, and a security report you can show',
  },
  data: {
    promise: 'Turn raw data into answers, and models into something people can use.',
    build: 'A data pipeline with a dashboard, and a model that explains itself',
  },
  software: {
    promise: 'Design, build and ship web applications together with a team.',
    build: 'A full web application, tested and running for everyone to see',
  },
};
