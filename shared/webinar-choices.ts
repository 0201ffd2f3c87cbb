/** What a webinar may be about. */
export const webinarCategories = ['technical', 'career', 'info'] as const;
export type WebinarCategory = (typeof webinarCategories)[number];

/** How many minutes a webinar may take. */
export const webinarMinutes = [45, 60, 90] as const;
