import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readEnv } from './platform/env.ts';
import { createLog } from './platform/log.ts';
import { createProduct } from './product.ts';
import { createTestDatabase } from './testing/database.ts';

test.for([
  ['0.0.0.0', 1],
  ['::', 1],
  ['127.0.0.1', 0],
  ['localhost', 0],
] as const)('a product for development that listens on %s warns of its open pages %i times', async ([HOST, times]) => {
  const database = await createTestDatabase();
  let logged = '';
  const lines = new PassThrough().on('data', (text) => (logged += String(text)));
  const product = await createProduct(readEnv({ HOST }), database.url, createLog('warn', lines));
  await product.stop();
  await database.drop();
  expect(logged.match(/HOST opens this server/g) ?? []).toHaveLength(times);
});
