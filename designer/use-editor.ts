// The editor's state on screen: commands with their keys, and the clipboard, which all windows of the browser share.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PageDocument } from '../contract/page-document.ts'
import { keep, readKept } from '../ui/kept.ts'
import { createStore, type Store, useStore } from '../ui/store.ts'
import { toast } from '../ui/toast.tsx'
import { type Command, type Dialog, isPressed, type Refusal } from './command/command.ts'
import { commands } from './command/commands.ts'
import { screenText } from './screen-text.ts'
import { type EditorState, opened } from './state.ts'

const clipboardKey = 'designer-clipboard'
/** The last copy of this window, until another window copies; needed if the browser cannot store it. */
let own: string | null = null
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === clipboardKey) own = null
  })
/** How often the clipboard's content was pasted in this window. */
let pastes = { text: '', count: 0 }

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

export type Editor = {
  state: EditorState
  store: Store<EditorState>
  change: (next: (state: EditorState) => EditorState) => void
  run: (command: Command) => void
  refuse: (why: Refusal) => void
  /** The dialog that a command has opened. */
  dialog: Dialog | null
  onDialogClosed: () => void
}

export function useEditor(first: PageDocument): Editor {
  const store = useMemo(() => createStore(opened(first)), [first])
  const state = useStore(store)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const refuse = useCallback((why: Refusal) => toast.bad({ message: screenText.t(`refused_${why}`) }), [])
  const run = useCallback(
    (command: Command) => {
      const text = own ?? readKept(clipboardKey) ?? ''
      const clipboard = { text, pastes: pastes.text === text ? pastes.count : 0 }
      const now = store.get()
      const may = command.when(now, { clipboard })
      const outcome = may === true ? command.run(now, { clipboard }) : { refused: may }
      if ('refused' in outcome) return refuse(outcome.refused)
      if (outcome.copy !== undefined) {
        own = outcome.copy
        keep(clipboardKey, own)
      }
      if (outcome.pastes !== undefined) pastes = { text: outcome.copy ?? text, count: outcome.pastes }
      store.set(outcome.state)
      if (outcome.opens) setDialog(outcome.opens)
    },
    [store, refuse],
  )
  const onDialogClosed = useCallback(() => setDialog(null), [])
  return { state, store, change: store.set, run, refuse, dialog, onDialogClosed }
}

const typing = 'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"]'

/** Whether the key belongs to another element: a text field, a dialog, or a button of the panel. */
function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as Element
  if (target.closest(typing) || document.querySelector('[aria-modal="true"]')) return true
  return target.closest('.designer-panel') !== null && !event.ctrlKey && !event.metaKey
}

/** Runs commands by their keys, unless the key belongs to another element. */
export function useCommandKeys(run: (command: Command) => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (isElsewhere(event)) return
      const command = commands.find(({ keys }) => keys.some((each) => isPressed(each, event, isMac())))
      if (!command) return
      event.preventDefault()
      latest.current(command)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
