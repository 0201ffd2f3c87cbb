import { describe, expect, test } from 'vitest';
import { isMadeOf, listContextWords } from './context-words.ts';

const site = { name: 'The Harbour Club', passwordWords: ['UTS', 'bootcamp'] };
const words = listContextWords({ email: 'ana.lopez-3+news@boats.example', site });

test('the words are the parts of the address, the names of site and product, and what the site declares', () => {
  const ofAddress = ['analopeznews', 'ana', 'lopez', 'news', 'boats', 'example'];
  const ofNames = ['theharbourclub', 'harbour', 'club', 'intake'];
  expect(words).toEqual([...ofAddress, ...ofNames, 'uts', 'bootcamp']);
});

test('single letters of an address are no words', () => {
  expect(listContextWords({ email: 'a.b@c.example', site: { name: 'D', passwordWords: [] } })).toEqual([
    'ab',
    'example',
    'intake',
  ]);
});

describe('a password consists of context words alone', () => {
  test.for([
    'Intake2026!',
    'uts-2026',
    'Ana1990!!',
    '2026#UTS#2026',
    'ana.lopez-3+news@boats.example',
    'TheHarbourClub1',
    'LopezAna1990',
    'utsutsuts',
    '1nt4k3!!',
    'b00tc@mp99',
    'Har-bour 2026',
    'Bóotcamp 2026',
  ])('when it is %s', (password) => expect(isMadeOf(words, password)).toBe(true));
});

describe('a password has other words', () => {
  test.for([
    'my intake begins in february',
    'seven clubs by the harbour',
    'intakes2026',
    'utsx-2026',
    'anna1990!!',
    'slow-river-lantern-42',
    // Digits and signs that only look like letters of a word.
    '474475@!007134',
    '38201947561029',
    '!!!!!!!!!!',
  ])('when it is %s', (password) => expect(isMadeOf(words, password)).toBe(false));
});
