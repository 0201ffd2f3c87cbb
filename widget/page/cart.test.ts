import { beforeEach, expect, test } from 'vitest';
import { arrive, find } from '../testing/visit.ts';
import { cart, chosenBy, idsIn, isReplacing } from './cart.ts';

beforeEach(() => void arrive());

/** Takes over the attributes of a button that was pressed. */
function choose(attributes: string): void {
  document.body.innerHTML = `<button ${attributes}></button>`;
  cart.take(find('button'));
}

test('ids are read from a list, and what is no id is passed over', () => {
  expect(idsIn('plan', ' pln_a , prc_b,,pln_, <b>, pln_c-1')).toEqual(['pln_a', 'pln_c-1']);
  expect(idsIn('invite', null)).toEqual([]);
  expect(idsIn('coupon', `a b,${'x'.repeat(101)},SUMMER-26`)).toEqual(['SUMMER-26']);
});

test('a change of plan chooses as an addition does, and an addition stands first', () => {
  choose('data-ms-plan:add="pln_a" data-ms-plan:update="pln_b"');
  expect(chosenBy(find('button'), 'plan')).toEqual(['pln_a']);
  expect(isReplacing('plan')).toBe(false);
  choose('data-ms-plan:update="pln_b"');
  expect(cart.read('plan')).toEqual(['pln_b']);
  expect([isReplacing('plan'), isReplacing('price')]).toEqual([true, false]);
});

test('of two choices the later one counts, and no choice leaves the earlier one', () => {
  choose('data-ms-price:add="prc_a"');
  choose('data-ms-plan:add="pln_a"');
  choose('data-ms-modal="signup"');
  expect([cart.read('price'), cart.read('plan')]).toEqual([['prc_a'], ['pln_a']]);
  choose('data-ms-price:add="prc_b"');
  expect(cart.read('price')).toEqual(['prc_b']);
});

test('a coupon is for the price it was chosen with', () => {
  choose('data-ms-price:add="prc_a" data-ms-coupon="SUMMER"');
  expect(cart.read('coupon')).toEqual(['SUMMER']);
  choose('data-ms-price:add="prc_b"');
  expect(cart.read('coupon')).toEqual([]);
});

test('a price that replaces is chosen as such, until another price is chosen or none', () => {
  const chosen = () => [cart.read('price'), isReplacing('price')];
  choose('data-ms-price:update="prc_a"');
  expect(chosen()).toEqual([['prc_a'], true]);
  choose('data-ms-price:add="prc_b"');
  expect(chosen()).toEqual([['prc_b'], false]);
  choose('data-ms-price:add="prc_a" data-ms-price:update="prc_b"');
  expect(chosen()).toEqual([['prc_a'], false]);
  choose('data-ms-price:update="prc_a"');
  cart.empty('price');
  expect(chosen()).toEqual([[], false]);
});

test('a chosen price is given up where a button says so', () => {
  choose('data-ms-price:add="prc_a"');
  choose('data-ms-price:remove="prc_a"');
  expect(cart.read('price')).toEqual(['prc_a']);
  choose('data-ms-price:remove="all"');
  expect(cart.read('price')).toEqual([]);
});

test('what somebody else wrote into the tab’s storage is no choice', () => {
  sessionStorage.setItem('ms_plan', '<img src=x>,pln_a');
  expect(cart.read('plan')).toEqual(['pln_a']);
});

test('a price that is removed takes its coupon along, and a price without one leaves none behind', () => {
  arrive(
    '<a data-ms-price:add="prc_a" data-ms-coupon="TEN"></a><b data-ms-price:remove="all"></b><i data-ms-price:add="prc_b"></i>',
  );
  cart.take(find('a'));
  cart.take(find('b'));
  expect(sessionStorage.getItem('ms_coupon')).toBeNull();
  cart.take(find('i'));
  expect(sessionStorage.getItem('ms_coupon')).toBeNull();
});
