import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx', 'scripts/*.test.mjs'],
    exclude: ['node_modules', 'dist', 'data'],
    globalSetup: ['testkit/global-setup.ts'],
    // loading the platform takes longer than most files: each worker does it once
    isolate: false,
    setupFiles: ['testkit/each-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // the usual second is less than a loaded machine may need: only the state matters
    expect: { poll: { timeout: 20_000 } },
    // much of the time of a test is waiting for a database or a program
    maxWorkers: 3,
  },
})
