import { readFile, writeFile } from 'node:fs/promises';
import { JsonReporter, type TestModule } from 'vitest/node';

/**
 * Vitest's report as JSON, with the errors that no test caught: vitest (5.1) exits with 1 for them, and leaves them out of
 * its own. A second try of the tests that failed beside them would pass without a word of them.
 */
export default class UnitReport extends JsonReporter {
  constructor() {
    super({});
  }

  override async onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[] = []) {
    await super.onTestRunEnd(modules);
    const { outputFile: file } = this.ctx.config;
    if (typeof file !== 'string') throw new Error('--outputFile names the file of this report');
    const report = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...report, errors: errors.map(({ message }) => ({ message })) }));
  }
}
