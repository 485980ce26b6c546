// A pointer gesture on screen: its preview is computed at most once per frame and read only by the components that draw
// it, so that nothing else of the editor renders during a move.
import { useEffect, useMemo, useRef } from 'react'
import { createStore, type Store } from '../ui/store.ts'
import type { Gesture, Pointer, Preview } from './tool/tool.ts'
import type { Editor } from './use-editor.ts'

type Gestures = {
  preview: Store<Preview | null>
  begin(of: Gesture, done?: () => void): void
  move(pointer: Pointer): void
  /** Called at the end of the gesture; undefined: it was cancelled. */
  end(pointer: Pointer | undefined): void
}

export function useGesture(editor: Editor, scale: number): Gestures {
  const latest = useRef(editor)
  latest.current = editor
  const gestures = useMemo(() => heldBy(() => latest.current), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of scale ends the gesture
  useEffect(() => () => gestures.end(undefined), [scale, gestures])
  return gestures
}

function heldBy(editorNow: () => Editor): Gestures {
  const preview = createStore<Preview | null>(null)
  let held: { of: Gesture; done: (() => void) | undefined } | null = null
  let frame = 0
  let pointerNow: Pointer | undefined
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    stop()
  }
  const stop = () => {
    window.removeEventListener('keydown', hear, true)
    cancelAnimationFrame(frame)
    frame = 0
    held = null
    preview.set(null)
  }
  const show = () => {
    frame = 0
    if (held && pointerNow) preview.set(held.of.move(pointerNow))
  }
  return {
    preview,
    begin(of, done) {
      held = { of, done }
      window.addEventListener('keydown', hear, true)
    },
    move(pointer) {
      if (!held) return
      pointerNow = pointer
      frame ||= requestAnimationFrame(show)
    },
    end(pointer) {
      const now = held
      stop()
      if (!now || !pointer) return
      const ended = now.of.end(pointer)
      const editor = editorNow()
      if ('refused' in ended) editor.refuse(ended.refused)
      else editor.change(() => ended)
      now.done?.()
    },
  }
}
