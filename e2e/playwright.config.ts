import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './browser.ts'
import { apartFiles, mainFiles } from './lanes.ts'

const isMain = process.env.JOURNEYS === 'main'
const files = isMain ? mainFiles : '*.e2e.ts'
/** The pattern of the journeys in the second lane; a run of the main journeys takes only the main ones in it. */
const apart = isMain ? new RegExp(`(?=.*${mainFiles.source})(?=.*${apartFiles.source}).*`) : apartFiles

/** All journeys share one world, which `world.ts` starts; each lane has one worker. */
export default defineConfig({
  testDir: '.',
  testMatch: files,
  globalSetup: './world.ts',
  outputDir: '../test-results',
  workers: 2,
  projects: [
    { name: 'works', testIgnore: apartFiles, workers: 1 },
    { name: 'apart', testMatch: apart, workers: 1 },
  ],
  // Failed tests are repeated once, and named at the end of the run. Decision 27.
  retries: 1,
  forbidOnly: true,
  // The start of a browser and a sign-in count towards this time too, before a test can ask for more.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // The users of the works are in its zone.
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
