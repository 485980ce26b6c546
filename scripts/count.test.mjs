import { expect, it } from 'vitest'
import { closingLine, countPlaywright, countVitest, judged, total } from './count.mjs'
import { exitCodeFor } from './test.mjs'

const file = (/** @type {string} */ status, /** @type {string[]} */ ...tests) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
})

it('unit tests are counted by test', () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 2,
    testResults: [file('passed', 'passed'), file('failed', 'failed')],
  }
  expect(countVitest(report)).toEqual({ passed: 7, failed: 2 })
})

it('a file that cannot be loaded is a failure', () => {
  expect(countVitest({ numPassedTests: 7, testResults: [file('failed')] })).toEqual({ passed: 7, failed: 1 })
})

it('a skipped test is a failure', () => {
  expect(countVitest({ numPassedTests: 7, numPendingTests: 1, numTodoTests: 1 })).toEqual({ passed: 7, failed: 2 })
  expect(countPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 1 } })).toEqual({
    passed: 3,
    failed: 1,
  })
})

it('e2e tests count flaky ones and errors outside tests as failures', () => {
  const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}] }
  expect(countPlaywright(report)).toEqual({ passed: 3, failed: 3 })
})

it('a run without a test or without a report has failed', () => {
  expect(judged(countVitest(undefined), 0)).toEqual({ passed: 0, failed: 1 })
  expect(judged(countPlaywright({}), 0)).toEqual({ passed: 0, failed: 1 })
})

it('a run with a bad exit code has at least one failure', () => {
  expect(judged({ passed: 5, failed: 0 }, 1)).toEqual({ passed: 5, failed: 1 })
  expect(judged({ passed: 5, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2 })
  expect(judged({ passed: 5, failed: 0 }, 0)).toEqual({ passed: 5, failed: 0 })
})

it('the closing line and the exit code follow the sum', () => {
  const sum = total([
    { passed: 1, failed: 0 },
    { passed: 40, failed: 2 },
  ])
  expect(closingLine(sum)).toBe('41 passed, 2 failed')
  expect(exitCodeFor(sum)).toBe(1)
  expect(exitCodeFor({ passed: 1, failed: 0 })).toBe(0)
  expect(exitCodeFor({ passed: 0, failed: 0 })).toBe(1)
})
