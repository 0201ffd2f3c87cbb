/** Matters that wait for a person. */
export const matterKinds = ['payment', 'unseated', 'dispute', 'cohort'] as const;
export type MatterKind = (typeof matterKinds)[number];
