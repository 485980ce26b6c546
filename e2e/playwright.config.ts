import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './browser.ts'
import { apartFiles } from './lanes.ts'

/** One world for the run, started by `world.ts`; a worker a lane. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './world.ts',
  outputDir: '../test-results',
  workers: 2,
  projects: [
    { name: 'works', testIgnore: apartFiles, workers: 1 },
    { name: 'apart', testMatch: apartFiles, workers: 1 },
  ],
  // Decision 27: named at the end of the run.
  retries: 1,
  forbidOnly: true,
  // the start of a browser and a sign-in count too, before a test can ask for more
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
