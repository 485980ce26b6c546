import { defineConfig, devices } from '@playwright/test'

/** Journeys that neither watch the demo's plant nor change its company: each has a company or a platform of its own. */
const apart =
  /(account-security|confirm|device-lock|groups|made-up-room|opc-ua-outage|operation-log|outage|passkey|recovery|roles|shared-device|sign-in|single-sign-on|two-enterprises|variables|versions)\.e2e\.ts$/

/** The sweep over all pages changes nothing. */
const looks = /looks\.e2e\.ts$/

/**
 * One world for the run, started by `world.ts`. Those that watch the same plant go one after the other, and beside them
 * those apart.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './world.ts',
  outputDir: '../test-results',
  workers: 2,
  projects: [
    { name: 'plant', testIgnore: [apart, looks], workers: 1 },
    { name: 'apart', testMatch: apart, workers: 1 },
    { name: 'looks', testMatch: looks, workers: 1 },
  ],
  retries: 0,
  forbidOnly: true,
  // the start of a browser and a sign-in count too, before a test can ask for more
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
