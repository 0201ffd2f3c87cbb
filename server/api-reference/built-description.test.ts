import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { startProcess } from '../testing/process.ts';
import { callGroups } from './call-groups.ts';
import { buildOpenApi } from './openapi.ts';

test('the built server describes its calls as the sources do', async ({ onTestFinished }) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const port = await freePort();
  const product = await startProcess({ database: database.variables, port });
  onTestFinished(() => product.kill());
  const origin = `http://localhost:${port}`;
  const description = await (await fetch(`${origin}/docs/api/openapi.json`)).json();
  const { components } = description as { components: { schemas: object } };
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['App', 'Plan', 'Member']));
  expect(description).toEqual(
    JSON.parse(JSON.stringify(buildOpenApi(callGroups, origin)).replaceAll('{intake}', origin)),
  );
});
