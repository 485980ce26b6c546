import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {Count & { names: string[] }} Named what failed, by file and name */
/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} UnitTest */
/** @typedef {{ status: string, name?: string, assertionResults: UnitTest[] }} UnitFile */
/**
 * @typedef {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number,
 *   testResults?: UnitFile[] }} UnitReport
 */
/** @typedef {{ title: string, file: string, line: number, tests: JourneyRun[] }} Journey */
/** @typedef {{ status: string, results?: { error?: { message?: string } }[] }} JourneyRun */
/** @typedef {{ specs?: Journey[], suites?: Suite[] }} Suite */
/**
 * @typedef {{ stats?: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   errors?: { message?: string }[], suites?: Suite[] }} JourneyReport
 */

/**
 * Vitest's json report. A file that could not be loaded counts as one failure, and so does a skipped test:
 * skipping is not allowed.
 * @param {unknown} report
 * @returns {Named}
 */
export function countVitest(report) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = /** @type {UnitReport} */ (report ?? {})
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + numPendingTests + numTodoTests + brokenFiles.length,
    names: [
      ...brokenFiles.map(({ name = '' }) => `${name}: could not be loaded`),
      ...testResults.flatMap(({ name = '', assertionResults }) =>
        assertionResults
          .filter(({ status }) => status !== 'passed')
          .map(({ fullName = '', status, failureMessages = [] }) =>
            withReason(`${name}: ${fullName} (${status})`, failureMessages[0]),
          ),
      ),
    ],
  }
}

/**
 * With the errors outside of any test, each a failure: a second try of failed files says nothing about them.
 * @param {Named} counted
 * @param {unknown} errors as scripts/unhandled-reporter.mjs writes them
 * @returns {Named}
 */
export function withUnhandled({ passed, failed, names }, errors) {
  const outside = /** @type {{ message?: string, stack?: string }[]} */ (errors ?? [])
  const said = outside.map(({ message = '', stack = message }) => withReason('an error outside of any test', stack))
  return { passed, failed: failed + outside.length, names: [...names, ...said] }
}

/**
 * The files of vitest's json report in which a test failed, or which could not be loaded.
 * @param {unknown} report
 * @returns {string[]}
 */
export function failedFiles(report) {
  const { testResults = [] } = /** @type {UnitReport} */ (report ?? {})
  return testResults.flatMap(({ status, name = '' }) => (status === 'failed' ? [name] : []))
}

/**
 * The count of a run whose failed files ran once more in a fresh process. A test that passed then has passed, and is named.
 * @param {unknown} first
 * @param {unknown} second of the failed files alone
 * @returns {Named}
 */
export function afterSecondTry(first, second) {
  const { testResults = [] } = /** @type {UnitReport} */ (first ?? {})
  const again = failedFiles(first)
  const before = countVitest(onlyFiles(testResults, (name) => again.includes(name)))
  const [one, two] = [countVitest(first), countVitest(second)]
  const headOf = (/** @type {string} */ name) => name.split('\n')[0]
  const still = new Set(two.names.map(headOf))
  const recovered = before.names.filter((name) => !still.has(headOf(name)))
  return {
    passed: one.passed - before.passed + two.passed,
    failed: one.failed - before.failed + two.failed,
    names: [
      ...one.names.filter((name) => !before.names.includes(name)),
      ...two.names,
      ...recovered.map((name) => name.replace(/ \(failed\)|$/m, ` (${said('flaky')})`)),
    ],
  }
}

/**
 * @param {UnitFile[]} files
 * @param {(name: string) => boolean} isWanted
 * @returns {UnitReport}
 */
function onlyFiles(files, isWanted) {
  const testResults = files.filter(({ name = '' }) => isWanted(name))
  const passed = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length
  const failed = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'failed').length
  return { numPassedTests: passed, numFailedTests: failed, testResults }
}

/**
 * Playwright's json report. Errors outside any test count as failures, and so do skipped tests. One that passed at its
 * second try has passed, and is named: decision 27.
 * @param {unknown} report
 * @returns {Named}
 */
export function countPlaywright(report) {
  const { stats, errors = [], suites = [] } = /** @type {JourneyReport} */ (report ?? {})
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {}
  return {
    passed: expected + flaky,
    failed: unexpected + skipped + errors.length,
    names: [
      ...errors.map(({ message = 'an error outside any test' }) => message),
      ...suites
        .flatMap(journeysIn)
        .flatMap(({ title, file, line, tests }) =>
          tests
            .filter(({ status }) => status !== 'expected')
            .map(({ status, results = [] }) =>
              withReason(
                `${file}:${line}: ${title} (${said(status)})`,
                results.find(({ error }) => error)?.error?.message,
              ),
            ),
        ),
    ],
  }
}

/** @param {string} status */
const said = (status) => (status === 'flaky' ? 'flaky: passed at its second try, its cause is to be found' : status)

const reasonLines = 6
// The text of vitest's json report for a test that timed out: the stack without the message.
const timedOut = /\bSTACK_TRACE_ERROR\b/

/**
 * @param {string} name
 * @param {string} [reason] as a test tool writes it: coloured, with its stack
 */
const withReason = (name, reason = '') =>
  [
    name,
    ...stripVTControlCharacters(reason)
      .replace(timedOut, 'its time ran out')
      .split('\n')
      .filter(Boolean)
      .slice(0, reasonLines),
  ].join('\n    ')

/**
 * @param {Suite} suite
 * @returns {Journey[]}
 */
const journeysIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(journeysIn)]

/**
 * A failed run has at least one failure, even if its report has none, and a run without tests has failed.
 * @param {string} step its name
 * @param {Named} count
 * @param {number} exitCode
 * @returns {Named}
 */
export function judged(step, count, exitCode) {
  const isUnexplained = count.failed === 0 && (exitCode !== 0 || count.passed === 0)
  return isUnexplained ? { passed: count.passed, failed: 1, names: [`${step}: ended with ${exitCode}`] } : count
}

/**
 * A line about one step: its name, its time and its count.
 * @param {string} name
 * @param {number} ms
 * @param {Count} count
 */
export function stepLine(name, ms, { passed, failed }) {
  const seconds = Math.round(ms / 1000)
  const time = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${name}: ${time}, ${passed} passed, ${failed} failed`
}

/**
 * @param {Named[]} counts
 * @returns {Named}
 */
export function total(counts) {
  return counts.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      names: [...sum.names, ...one.names],
    }),
    { passed: 0, failed: 0, names: [] },
  )
}

/** Prints the count after the names of the failures, so that readers who see only the end of a long output see both. */
export function closing({ passed, failed, names }) {
  return [...names, `${passed} passed, ${failed} failed`].join('\n')
}
