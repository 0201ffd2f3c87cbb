import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { importConsoleCalls } from '../../../contract/console/imports.ts';
import { ProofProvider } from '../../session/proof.tsx';
import { queryClient } from '../../session/query-client.ts';
import { ImportActs } from './import-acts.tsx';

const { data: found } = importConsoleCalls['GET /console/api/sites/:siteId/imports/:importId'].example.answer;

test.for(['uploaded', 'checking', 'checked', 'applying'] as const)(
  'who ends an import that is %s is told that its file goes, too',
  (state) => {
    const drawn = renderToString(
      <QueryClientProvider client={queryClient}>
        <ProofProvider>
          <ImportActs found={{ ...found, state }} />
        </ProofProvider>
      </QueryClientProvider>,
    );
    expect(drawn.replaceAll('<!-- -->', '')).toMatch(/>(Stop|Give it up), and delete the file</);
  },
);
