/** Keys of fields that hold a person's name, the better ones first. Fields are the site's own, so these are guesses. */
const wholeNames = ['name', 'full-name', 'fullname', 'display-name', 'nickname'];
const firstNames = ['first-name', 'firstname', 'given-name'];
const lastNames = ['last-name', 'lastname', 'surname', 'family-name'];

/** What a member is called; empty where no field tells. */
export function memberName(fields: Readonly<Record<string, string>>): string {
  const valueOf = (keys: readonly string[]) =>
    keys.map((key) => (Object.hasOwn(fields, key) ? fields[key]!.trim() : '')).find((value) => value !== '') ?? '';
  const inParts = [valueOf(firstNames), valueOf(lastNames)].filter((part) => part !== '').join(' ');
  return inParts === '' ? valueOf(wholeNames) : inParts;
}
