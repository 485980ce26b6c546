// The code for running the script of a click; loaded with the first one.
import type { ScriptFault } from './shapes.ts'
import { scriptText } from './text.ts'

export { ownRunner } from './own-runner.ts'
export { pressValue, pressVariables } from './press-variables.ts'

export function scriptFaultWords({ kind, message, line }: ScriptFault): string {
  const what = scriptText.t(kind, { message })
  return line === null ? what : scriptText.t('at', { what, line })
}
