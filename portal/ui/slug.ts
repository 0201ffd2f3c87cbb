/** "What if my cohort is full?" as part of an address: `what-if-my-cohort-is-full`. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
