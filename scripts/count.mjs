/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Vitest's json report. A file that could not be loaded counts as one failure, and so does a skipped test:
 * skipping is not allowed.
 * @param {unknown} report
 * @returns {Count}
 */
export function countVitest(report) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = /** @type {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number, testResults?: { status: string, assertionResults: { status: string }[] }[] }} */ (
    report ?? {}
  )
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests + brokenFiles.length }
}

/**
 * Playwright's json report. Errors outside any test count as failures, and so do flaky and skipped tests.
 * @param {unknown} report
 * @returns {Count}
 */
export function countPlaywright(report) {
  const { stats, errors = [] } =
    /** @type {{ stats?: { expected: number, unexpected: number, flaky: number, skipped: number }, errors?: unknown[] }} */ (
      report ?? {}
    )
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {}
  return { passed: expected, failed: unexpected + flaky + skipped + errors.length }
}

/**
 * A failed run has at least one failure, even if its report has none, and a run without tests has failed.
 * @param {Count} count
 * @param {number} exitCode
 * @returns {Count}
 */
export function judged(count, exitCode) {
  const isUnexplained = count.failed === 0 && (exitCode !== 0 || count.passed === 0)
  return isUnexplained ? { passed: count.passed, failed: 1 } : count
}

/**
 * @param {Count[]} counts
 * @returns {Count}
 */
export function total(counts) {
  return counts.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }), {
    passed: 0,
    failed: 0,
  })
}

/** @param {Count} count */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`
}
