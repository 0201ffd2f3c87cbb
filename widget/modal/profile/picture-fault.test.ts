import { expect, test } from 'vitest';
import { pictureFault } from './picture-fault.ts';

test('a picture may be as large as is allowed, and no larger', () => {
  expect(pictureFault({ type: 'image/png', size: 4_000_000 })).toBeUndefined();
  expect(pictureFault({ type: 'image/png', size: 4_000_001 })).toBe('image_size_error');
});

test('what is no picture is refused, however small', () => {
  for (const type of ['text/plain', '', 'application/image/png'])
    expect(pictureFault({ type, size: 1 })).toBe('image_type_error');
});
