/** "What if my cohort is full?" as part of an address: `what-if-my-cohort-is-full`. Other scripts are percent-encoded. */
export const slugOf = (text: string): string =>
  encodeURIComponent(
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  );

/** The same for the questions of a page, each with one of its own: of two that read alike the second ends in `-2`. */
export function slugsOf(questions: readonly string[]): string[] {
  const taken = new Set<string>();
  return questions.map((question) => {
    const slug = slugOf(question) || 'question';
    let own = slug;
    for (let count = 2; taken.has(own); count++) own = `${slug}-${count}`;
    taken.add(own);
    return own;
  });
}
