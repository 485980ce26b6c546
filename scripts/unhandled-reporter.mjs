import { writeFileSync } from 'node:fs'

/** A vitest reporter: the errors outside of any test, which the json report lacks, go to the file `UNHANDLED_FILE`. */
export default class UnhandledReporter {
  /**
   * @param {unknown} _modules
   * @param {readonly { message?: string, stack?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env.UNHANDLED_FILE
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => ({ message, stack }))))
  }
}
