import { expect, it } from 'vitest'
import {
  afterSecondTry,
  closing,
  countPlaywright,
  countVitest,
  failedFiles,
  judged,
  stepLine,
  total,
  withUnhandled,
} from './count.mjs'
import { exitCodeFor } from './test.mjs'

const file = (/** @type {string} */ status, /** @type {string[]} */ ...tests) => ({
  status,
  name: 'pump.test.ts',
  assertionResults: tests.map((one, index) => ({
    status: one,
    fullName: `test ${index + 1}`,
    failureMessages: one === 'failed' ? ['no\n\nway'] : [],
  })),
})

it('unit tests are counted by test, and those that failed are named', () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [file('passed', 'passed'), file('failed', 'passed', 'failed')],
  }
  expect(countVitest(report)).toEqual({
    passed: 7,
    failed: 1,
    names: ['pump.test.ts: test 2 (failed)\n    no\n    way'],
  })
})

it('a test whose time ran out says so', () => {
  const hung = { status: 'failed', fullName: 'test 1', failureMessages: ['Error: STACK_TRACE_ERROR\n    at task'] }
  const report = {
    numFailedTests: 1,
    testResults: [{ status: 'failed', name: 'pump.test.ts', assertionResults: [hung] }],
  }
  expect(countVitest(report).names).toEqual([
    'pump.test.ts: test 1 (failed)\n    Error: its time ran out\n        at task',
  ])
})

it('a file that cannot be loaded is a failure', () => {
  const names = ['pump.test.ts: could not be loaded']
  expect(countVitest({ numPassedTests: 7, testResults: [file('failed')] })).toEqual({ passed: 7, failed: 1, names })
})

it('a file that failed and passes once more counts as passed, and its tests are named', () => {
  const other = { ...file('passed', 'passed', 'passed'), name: 'tank.test.ts' }
  const first = { numPassedTests: 3, numFailedTests: 1, testResults: [other, file('failed', 'passed', 'failed')] }
  expect(failedFiles(first)).toEqual(['pump.test.ts'])
  const second = { numPassedTests: 2, testResults: [file('passed', 'passed', 'passed')] }
  expect(afterSecondTry(first, second)).toEqual({
    passed: 4,
    failed: 0,
    names: ['pump.test.ts: test 2 (flaky: passed at its second try, its cause is to be found)\n    no\n    way'],
  })
})

it('an error outside of any test is a failure, also when all failed files pass once more', () => {
  const counted = { passed: 4, failed: 0, names: ['pump.test.ts: test 2 (flaky)'] }
  const stack = 'Error: the socket is gone\n    at pump.ts:3'
  expect(withUnhandled(counted, [{ message: 'the socket is gone', stack }])).toEqual({
    passed: 4,
    failed: 1,
    names: [
      'pump.test.ts: test 2 (flaky)',
      'an error outside of any test\n    Error: the socket is gone\n        at pump.ts:3',
    ],
  })
  expect(withUnhandled(counted, undefined)).toEqual(counted)
})

it('a test that fails at both tries has failed, and a file that cannot be loaded twice too', () => {
  const first = { numPassedTests: 1, numFailedTests: 1, testResults: [file('failed', 'passed', 'failed')] }
  expect(afterSecondTry(first, first)).toMatchObject({
    passed: 1,
    failed: 1,
    names: [expect.stringContaining('test 2')],
  })
  const broken = { numPassedTests: 7, testResults: [file('failed')] }
  expect(afterSecondTry(broken, { testResults: [file('failed')] })).toMatchObject({ passed: 7, failed: 1 })
  expect(afterSecondTry(broken, undefined)).toMatchObject({ passed: 7, failed: 0 })
})

it('a skipped test is a failure', () => {
  const units = { numPassedTests: 7, numPendingTests: 1, testResults: [file('passed', 'pending')] }
  expect(countVitest(units)).toEqual({ passed: 7, failed: 1, names: ['pump.test.ts: test 1 (pending)'] })
  expect(countVitest({ numPassedTests: 7, numTodoTests: 1 })).toMatchObject({ passed: 7, failed: 1 })
  expect(countPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 1 } })).toMatchObject({
    passed: 3,
    failed: 1,
  })
})

it('e2e tests count errors outside tests as failures, and name them and those that needed a second try', () => {
  const journey = (/** @type {string} */ title, /** @type {string} */ status) => ({
    ...{ title, file: 'pump.e2e.ts', line: 4 },
    tests: [
      { status, results: status === 'unexpected' ? [{}, { error: { message: '\u001b[31mred\u001b[39m' } }] : [] },
    ],
  })
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: 'no world' }],
    suites: [
      { specs: [journey('runs', 'expected'), journey('stops', 'unexpected')] },
      { suites: [{ specs: [journey('slows', 'flaky')] }] },
    ],
  }
  const names = [
    'no world',
    'pump.e2e.ts:4: stops (unexpected)\n    red',
    'pump.e2e.ts:4: slows (flaky: passed at its second try, its cause is to be found)',
  ]
  expect(countPlaywright(report)).toEqual({ passed: 4, failed: 2, names })
})

it('a run without a test or without a report has failed', () => {
  expect(judged('units', countVitest(undefined), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(judged('journeys', countPlaywright({}), 0)).toMatchObject({ passed: 0, failed: 1 })
})

it('a run with a bad exit code has at least one failure', () => {
  const five = { passed: 5, failed: 0, names: [] }
  expect(judged('units', five, 1)).toEqual({ passed: 5, failed: 1, names: ['units: ended with 1'] })
  expect(judged('units', { ...five, failed: 2 }, 1)).toMatchObject({ passed: 5, failed: 2 })
  expect(judged('units', five, 0)).toEqual(five)
})

it('the line of a step has its time', () => {
  const lines = [900, 59_400, 3_725_000].map((ms) => stepLine('types', ms, { passed: 1, failed: 0 }))
  expect(lines).toEqual([
    'types: 1 s, 1 passed, 0 failed',
    'types: 59 s, 1 passed, 0 failed',
    'types: 62 min 5 s, 1 passed, 0 failed',
  ])
})

it('the names of what failed, the closing line and the exit code follow the sum', () => {
  const sum = total([
    { passed: 1, failed: 0, names: [] },
    { passed: 40, failed: 2, names: ['a', 'b'] },
  ])
  expect(closing(sum)).toBe('a\nb\n41 passed, 2 failed')
  expect(exitCodeFor(sum)).toBe(1)
  expect(exitCodeFor({ passed: 1, failed: 0 })).toBe(0)
  expect(exitCodeFor({ passed: 0, failed: 0 })).toBe(1)
})
