// Stands for the package `serialport` in the agent's one file: serial lines need a compiled part, and no driver opens one.

/** What the package exports; making one is refused. */
export class SerialPort {
  constructor() {
    throw new Error('This agent has no serial lines')
  }
}
