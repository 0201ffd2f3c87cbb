import { expect, test } from 'vitest';
import { createLabels, labels } from './labels.ts';
import { testCardLabels } from '../test-mode/test-card-labels.ts';
import { codeLabels } from './codes/code-labels.ts';
import { newPasswordLabels } from './new-password/new-password-labels.ts';
import { profileLabels } from './profile/profile-labels.ts';

const defaults = { hello: 'Hello {name}', bye: 'Bye' };

test('what the page says stands above what the site says, and both above our own', () => {
  const label = createLabels(defaults, [{ hello: 'Kia ora {name}' }, { hello: 'Hi', bye: 'Ka kite' }]);
  expect(label('hello', { name: 'Ana' })).toBe('Kia ora Ana');
  expect(label('bye')).toBe('Ka kite');
});

test('what is no text, and what nobody wrote, is passed over', () => {
  const label = createLabels({ ...defaults, toString: 'own' }, [undefined, { hello: 7, bye: null }]);
  expect(label('bye')).toBe('Bye');
  expect(label('toString')).toBe('own');
});

test('a word in braces that nobody fills in stays', () => {
  expect(createLabels(defaults, [])('hello')).toBe('Hello {name}');
});

test('no two parts of the dialogs have a text under the same key', () => {
  const keys = [labels, codeLabels, profileLabels, newPasswordLabels, testCardLabels].flatMap((each) =>
    Object.keys(each),
  );
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
