import { expect, test } from 'vitest';
import { actorOf } from './actor-of.ts';

test('a person on the staff is named by their address first, whatever name they choose', () => {
  expect(actorOf({ name: 'Ana', email: 'ana@intake.example' })).toBe('ana@intake.example (Ana)');
  expect(actorOf({ name: 'olga@intake.example', email: 'ana@intake.example' })).toBe(
    'ana@intake.example (olga@intake.example)',
  );
  expect(actorOf({ name: '', email: 'ana@intake.example' })).toBe('ana@intake.example');
});
