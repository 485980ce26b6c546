import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx', 'scripts/*.test.mjs'],
    exclude: ['node_modules', 'dist', 'data'],
    globalSetup: ['testkit/global-setup.ts'],
    // loading the platform takes longer than most files: each worker does it once
    isolate: false,
    setupFiles: ['testkit/each-file.ts'],
    // These timeouts end tests that hang: if the machine has ten times more work than processors, a test takes ten
    // times as long.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // much of the time of a test is waiting for a database or a program
    maxWorkers: 3,
    // the test of a rollout at the size of a fleet: ROLLOUT_DEVICES=500 npx vitest run features/device/rollout/fleet
    provide: { rolloutDevices: Number(process.env.ROLLOUT_DEVICES ?? 50) },
  },
})
