// A command of the editor: what it is called, its keys, when it may be done and what it makes of the state. Pure but for the
// clipboard, which it is handed.
import type { Label } from '../../ui/words.ts'
import type { Excess } from '../document/clipboard.ts'
import type { EditorState } from '../state.ts'

/** Why a command cannot be done now. */
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
  /** Text that was copied last, here or elsewhere, and how often it was pasted since. */
  clipboard: { text: string; pastes: number }
}

/** What asks for more before anything is done. */
export type Dialog = 'drawing' | 'variables' | 'symbol'

export type Outcome = { state: EditorState; copy?: string; pastes?: number; opens?: Dialog } | { refused: Refusal }

export type Command = {
  key: string
  name: Label
  /** `Mod` is Ctrl, or Cmd on a Mac. The first is shown. */
  keys: readonly string[]
  /** Whether it may be done now; it still may be refused for what comes with it. */
  when: (state: EditorState, context: Context) => true | Refusal
  run: (state: EditorState, context: Context) => Outcome
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Whether these are the keys: `Mod+Shift+Z`, `Delete`, `ArrowLeft`. */
export function isPressed(keys: string, pressed: Pressed, isMac: boolean): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1)!
  const [mod, other] = isMac ? [pressed.metaKey, pressed.ctrlKey] : [pressed.ctrlKey, pressed.metaKey]
  if (mod !== parts.includes('Mod') || other) return false
  if (pressed.shiftKey !== parts.includes('Shift') || pressed.altKey !== parts.includes('Alt')) return false
  // A letter by its place too: with another script on the keyboard it is the same key; a bracket, which Shift makes a brace.
  const code = { '[': 'BracketLeft', ']': 'BracketRight' }[key] ?? `Key${key}`
  return pressed.key.toLowerCase() === key.toLowerCase() || pressed.code === code
}

/** `Ctrl+Shift+Z`, `⌘⇧Z`. */
export function keysShown(keys: string, isMac: boolean): string {
  if (!isMac) return keys.replace('Mod', 'Ctrl').replace('Arrow', '')
  const marks: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Delete: '⌦', Backspace: '⌫' }
  return keys
    .split('+')
    .map((part) => marks[part] ?? part)
    .join('')
    .replace('Arrow', '')
}
