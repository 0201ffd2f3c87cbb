// oxlint-disable typescript/consistent-type-imports -- A module described here can name others in no other way.

/** Files of `content/` as modules, made by `scripts/content-plugin.ts`. */

declare module 'content:courses/cyber' {
  const content: import('../shared/page-content.ts').CyberCourse;
  export default content;
}
declare module 'content:courses/data' {
  const content: import('../shared/page-content.ts').DataCourse;
  export default content;
}
declare module 'content:courses/software' {
  const content: import('../shared/page-content.ts').SoftwareCourse;
  export default content;
}
declare module 'content:course-cards' {
  const content: import('../shared/page-content.ts').CourseCards;
  export default content;
}
declare module 'content:course-heads/cyber' {
  const content: import('../shared/page-content.ts').CourseHead;
  export default content;
}
declare module 'content:course-heads/data' {
  const content: import('../shared/page-content.ts').CourseHead;
  export default content;
}
declare module 'content:course-heads/software' {
  const content: import('../shared/page-content.ts').CourseHead;
  export default content;
}
declare module 'content:paces' {
  const content: import('../shared/page-content.ts').Paces;
  export default content;
}
declare module 'content:study' {
  const content: import('../shared/page-content.ts').Study;
  export default content;
}
declare module 'content:figures' {
  const content: import('../shared/page-content.ts').Figures;
  export default content;
}
declare module 'content:faq' {
  const content: import('../shared/page-content.ts').Faq;
  export default content;
}
declare module 'content:stories' {
  const content: import('../shared/page-content.ts').Stories;
  export default content;
}
declare module 'content:consultation' {
  const content: import('../shared/page-content.ts').Consultation;
  export default content;
}
