// A command of the editor: its name, its keys, when it is available, and its effect on the state. Pure, except for the
// clipboard, which is an argument.
import type { Label } from '../../ui/words.ts'
import type { Excess } from '../document/clipboard.ts'
import type { EditorState } from '../state.ts'

/** Why a command is not available. */
export type Refusal =
  | Excess
  | 'tooManyGuides'
  | 'nothingSelected'
  | 'locked'
  | 'needsTwo'
  | 'needsThree'
  | 'needsTwoPorts'
  | 'noFreePort'
  | 'nothingCopied'
  | 'nothingToUndo'
  | 'nothingHidden'
  | 'noGuides'

export type Context = {
  /** The text copied last, here or in another window, and how often it was pasted since. */
  clipboard: { text: string; pastes: number }
}

/** Dialogs that a command opens before it changes anything. */
export type Dialog = 'drawing' | 'variables' | 'symbol'

export type Outcome = { state: EditorState; copy?: string; pastes?: number; opens?: Dialog } | { refused: Refusal }

export type Command = {
  key: string
  name: Label
  /** Key combinations; the first one is shown. `Mod` is Ctrl, or Cmd on a Mac. */
  keys: readonly string[]
  /** Whether the command is available; `run` may still refuse. */
  when: (state: EditorState, context: Context) => true | Refusal
  run: (state: EditorState, context: Context) => Outcome
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Whether the pressed keys match: `Mod+Shift+Z`, `Delete`, `ArrowLeft`. */
export function isPressed(keys: string, pressed: Pressed, isMac: boolean): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1)!
  const [mod, other] = isMac ? [pressed.metaKey, pressed.ctrlKey] : [pressed.ctrlKey, pressed.metaKey]
  if (mod !== parts.includes('Mod') || other) return false
  if (pressed.shiftKey !== parts.includes('Shift') || pressed.altKey !== parts.includes('Alt')) return false
  // Also compares the key code, for letters on a keyboard with another script, and for a bracket that Shift turns into
  // a brace.
  const code = { '[': 'BracketLeft', ']': 'BracketRight' }[key] ?? `Key${key}`
  return pressed.key.toLowerCase() === key.toLowerCase() || pressed.code === code
}

/** Keys as shown: `Ctrl+Shift+Z`, `⌘⇧Z`. */
export function keysShown(keys: string, isMac: boolean): string {
  if (!isMac) return keys.replace('Mod', 'Ctrl').replace('Arrow', '')
  const marks: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Delete: '⌦', Backspace: '⌫' }
  return keys
    .split('+')
    .map((part) => marks[part] ?? part)
    .join('')
    .replace('Arrow', '')
}
