// The state of the open editor: its steps, its draft in the browser, and saving.
import { useMemo, useRef, useState } from 'react'
import { type ApiError, call } from '../../../contract/call.ts'
import type { SceneContent } from '../../../contract/scene-document.ts'
import type { Draft } from '../../../designer/draft.ts'
import { useDraftKeeping } from '../../../designer/use-draft-keeping.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { isStale } from '../../device/open/config-query.ts'
import { type SceneConfig, SceneConflict, saveSceneConfig } from '../scene/contract.ts'
import { merged } from './content.ts'
import { drafts } from './draft.ts'
import { type Editing, edited, isUnsaved, opened, redone, savedAs, undone } from './editing.ts'
import { sceneDesignerText } from './text.ts'

export type Editor = ReturnType<typeof useEditing>

export function useEditing({ scene: { id, name }, version: first, content }: SceneConfig) {
  const t = useText(sceneDesignerText)
  const [state, setState] = useState<Editing>(() => opened(content))
  const [version, setVersion] = useState(first)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<{ base: SceneContent; newest: SceneConflict['newest'] }>()
  const [found, setFound] = useState(() => drafts.read(id, content))
  const unsaved = isUnsaved(state)
  const now = useRef(state)
  now.current = state
  const draft = useMemo(() => {
    if (!unsaved || found) return undefined
    return { version, at: Date.now(), title: name, base: state.saved, document: state.content }
  }, [unsaved, found, version, state, name])
  useDraftKeeping((kept: Draft<SceneContent>) => drafts.keep(id, kept), draft)

  const save = async (message: string): Promise<boolean> => {
    setBusy(true)
    const sent = now.current.content
    try {
      const saved = await call(saveSceneConfig, { id, version, content: sent, message: message || undefined })
      setVersion(saved.version)
      setState((next) => savedAs(next, sent))
      // The draft found on opening stays while it is offered.
      if (!found) drafts.drop(id)
      toast.good(t('saved', { name, version: saved.version }))
      return true
    } catch (error) {
      const sides = isStale(error) ? SceneConflict.safeParse((error as ApiError).data).data : undefined
      if (sides) setConflict({ base: now.current.saved, newest: sides.newest })
      else toast.bad(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    ...{ state, version, busy, unsaved, save, conflict },
    change: (next: (content: SceneContent) => SceneContent, key?: string) =>
      setState((before) => edited(before, next(before.content), key)),
    undo: () => setState(undone),
    redo: () => setState(redone),
    /** Loads the newest version, with or without my changes on top. */
    settle(keepMine: boolean) {
      if (!conflict) return
      const { base, newest } = conflict
      setVersion(newest.version)
      setState((before) => {
        const mine = keepMine ? merged(base, before.content, newest.content).content : newest.content
        return edited({ ...before, saved: newest.content }, mine)
      })
      if (!keepMine) drafts.drop(id)
      setConflict(undefined)
    },
    leaveConflict: () => setConflict(undefined),
    draft: {
      found,
      take() {
        if (!found) return
        setState((before) => edited(before, merged(found.base, found.document, before.content).content))
        setFound(undefined)
      },
      drop() {
        drafts.drop(id)
        setFound(undefined)
      },
    },
  }
}
