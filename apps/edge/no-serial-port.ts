// Replaces the package `serialport` in the single-file agent: that needs a compiled part, and no driver uses it.

/** The export of the package; its constructor throws. */
export class SerialPort {
  constructor() {
    throw new Error('This agent has no serial lines')
  }
}
