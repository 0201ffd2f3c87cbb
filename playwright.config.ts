import { defineConfig } from '@playwright/test';

/** Waits for minutes until a time to choose is over. It begins first, so that it does not run alone at the end. */
const longest = 'console-runs.journey.ts';

/**
 * Milliseconds. A session of the owner is asked for a proof after ten minutes, those of all workers at about the same time,
 * and the authenticator app that they share has one code each half minute. The wait counts as part of the step it interrupts.
 */
const longestWait = 150_000;

export default defineConfig({
  testDir: 'journeys',
  outputDir: '.cache/journeys',
  globalSetup: './journeys/start-product.ts',
  fullyParallel: true,
  forbidOnly: true,
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'journeys', testMatch: '*.journey.ts', testIgnore: longest },
  ],
  // One more than there are cores: some wait for half a minute for a mail's turn or a page's next look.
  workers: 3,
  // Only a journey that fails waits so long; a machine with ten busy processes beside it is no fault of the page.
  timeout: 300_000,
  expect: { timeout: longestWait },
  reporter: [['line'], ['json', { outputFile: '.cache/results/journeys.json' }]],
  use: {
    // Known only once the product has been started; the worker processes read this file again after that.
    baseURL: process.env.INTAKE_URL,
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    actionTimeout: longestWait,
    navigationTimeout: 90_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A full Chromium asks Google's autofill server about each form. The feature can't be disabled here: of two
        // --disable-features Chromium takes the last, and Playwright's own list would be lost. To port 9 (discard)
        // Chromium refuses to connect at all.
        '--autofill-server-url=http://localhost:9/',
      ],
    },
  },
});
