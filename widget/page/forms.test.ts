import { expect, test } from 'vitest';
import { formKinds } from '../../shared/attributes.ts';
import { having } from './dom.ts';
import { forms } from './forms.ts';

test('forms of every declared kind are heard, and of no other', () => {
  expect(forms).toBe(formKinds.map((kind) => having('form', kind)).join());
});
