import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { importLimits } from '../../../contract/console/imports-schemas.ts';
import { FaultTable } from './fault-table.tsx';

const fault = { line: 7, column: 'E-Mail', code: 'invalid-email', message: 'Please enter a valid email address' };
const draw = (kept: number | undefined) =>
  renderToString(<FaultTable faults={[fault]} all={50_000} kept={kept} href="/faults" />);

test('the file of faults is said to have all of them only where all were kept', () => {
  expect(draw(importLimits.faultsKept - 1)).toContain('All faults as a file');
  expect(draw(importLimits.faultsKept)).toMatch(/The first 10.000 faults as a file/);
  // By a server of the release before.
  expect(draw(undefined)).toContain('>Faults as a file<');
});
