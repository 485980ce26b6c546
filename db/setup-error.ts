/**
 * A fault outside the program that must be fixed before it can start: one line for the terminal, and the setting to
 * change. Main programs print `message` and exit with code 1, without a stack trace.
 */
export class SetupError extends Error {
  readonly setting: string

  constructor(setting: string, message: string, cause?: unknown) {
    super(message.replace(/\s*\n\s*/g, ' ').trim(), { cause })
    this.name = 'SetupError'
    this.setting = setting
  }
}

/** The errno name of a system error ("EACCES"), or the SQLSTATE of a database error, else undefined. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message || (errorCode(error) ?? error.name) : String(error)
}
