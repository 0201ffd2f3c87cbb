import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { courses } from '../../shared/courses.ts';
import { partnerCodes } from '../../shared/partners.ts';
import { readYaml } from '../platform/yaml.ts';

const file = new URL('../../config/sites/enrolment.yaml', import.meta.url);
const { passwordWords } = readYaml(readFileSync(file, 'utf8')).value as { passwordWords: string[] };

const namesOfCourses = Object.values(courses).flatMap(({ name }) => name.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
const missingIn = (words: readonly string[]) =>
  [...partnerCodes, ...namesOfCourses].filter((word) => !words.includes(word));

test('no password at the portal’s site is made of a partner’s code or a course’s name alone', () => {
  expect(missingIn(passwordWords), 'config/sites/enrolment.yaml lacks passwordWords').toEqual([]);
});

test('a partner or a course that the file forgets is found', () => {
  expect(missingIn(passwordWords.filter((word) => word !== partnerCodes[0] && word !== 'cyber'))).toEqual([
    partnerCodes[0],
    'cyber',
  ]);
});
