// One thing of a part of a configuration being edited: on which version, what is wrong with it, saving it, and what somebody
// else saved meanwhile.
import { useEffect, useMemo, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { toast } from '../../../ui/toast.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { isStale, useRefresh } from '../open/config-query.ts'
import { queryConfig } from './contract.ts'

export type Head = { version: number; config: EquipmentConfig }

export type BeginEditing<Editing> = {
  info: EquipmentInfo
  /** The saved configuration as it is known now. */
  newest: Head
  /** What the editor begins with. */
  first: Editing
  onClose: () => void
}

/** How a thing of a part is edited: its own room says it, once. */
export type EditedPart<Editing, Draft, Fault> = {
  /** What is saved of the one that is changed; none: it is new, or somebody deleted it. */
  savedIn(config: EquipmentConfig): Editing | undefined
  /** May answer nothing while something of it cannot be a draft yet. */
  draftOf(editing: Editing, config: EquipmentConfig): Draft
  faultsOf(editing: Editing, config: EquipmentConfig, equipmentId: EquipmentId): readonly Fault[]
  isSame(a: Editing, b: Editing, config: EquipmentConfig): boolean
  merged(base: Editing, mine: Editing, theirs: Editing): Editing
  /** The configuration with a draft in its place. */
  withDraft(config: EquipmentConfig, draft: Draft): object
  save(at: { equipmentId: EquipmentId; version: number }, draft: NonNullable<Draft>): Promise<unknown>
  words: {
    /** The things, as the question before leaving names one without a name. */
    what: string
    saved: (name: string) => string
    sent: string
    discardTitle: string
    discardNote: string
    leave: string
  }
}

/** The list with a draft in the place of the one that has its id, or behind the others. */
export function withDraftIn<T extends { id: number }>(list: readonly T[], draft: { id?: T['id'] | null | undefined }) {
  const place = list.findIndex(({ id }) => id === draft.id)
  const mine = { ...draft, id: draft.id ?? 'new' }
  return place < 0 ? [...list, mine] : list.with(place, mine as never)
}

export function usePartEditing<
  Editing extends { id?: unknown; name: string },
  Draft extends { name: string } | undefined,
  Fault,
>(
  { info, newest, first, onClose }: BeginEditing<Editing>,
  id: number | undefined,
  { savedIn, draftOf, faultsOf, isSame, merged, withDraft, save, words }: EditedPart<Editing, Draft, Fault>,
) {
  const refresh = useRefresh()
  const [head, setHead] = useState(newest)
  const [typed, setEditing] = useState(first)
  const [busy, setBusy] = useState(false)
  const [stale, setStale] = useState(false)
  const { config, version } = head
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part does not change while it is edited
  const saved = useMemo(() => savedIn(config), [config, id])
  // One that somebody deleted meanwhile is saved as a new one.
  const editing = useMemo(() => (saved ? typed : { ...typed, id: undefined }), [typed, saved])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const draft = useMemo(() => draftOf(editing, config), [editing, config])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const faults = useMemo(() => faultsOf(editing, config, info.id), [editing, config, info.id])
  const isTouched = !isSame(editing, saved ?? first, config)
  const release = useLeaveGuard(isTouched && (editing.name || words.what), { query: true })
  const leave = () => {
    release()
    onClose()
  }

  // Somebody else's newer version comes in by itself while there is nothing of mine to lose.
  const isBehind = newest.version > version && !isTouched
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (!isBehind) return
    const now = savedIn(newest.config)
    setHead(newest)
    if (now) setEditing(now)
    else if (id) leave()
  }, [isBehind, newest])

  return {
    editing,
    saved,
    signals: config.signals,
    version,
    draft,
    faults,
    isChanged: !saved || isTouched,
    busy,
    isStale: stale,
    base: config,
    /** The configuration as it would be. */
    mine: withDraft(config, draft),
    change: (next: Partial<Editing>) => setEditing((now) => ({ ...now, ...next })),
    save: async () => {
      if (!draft) return
      setBusy(true)
      try {
        await save({ equipmentId: info.id, version }, draft)
        toast.good(`${words.saved(draft.name)} ${info.sn ? words.sent : ''}`)
        release()
        await refresh()
        onClose()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isStale(error)) setStale(true)
        else toast.bad(error)
      } finally {
        setBusy(false)
      }
    },
    /** The newest version, with what was typed on top of it or without. */
    reload: async (keepMine: boolean) => {
      const next = await call(queryConfig, { equipmentId: info.id })
      setHead(next)
      const theirs = savedIn(next.config)
      if (theirs) setEditing(keepMine && saved ? merged(saved, typed, theirs) : keepMine ? typed : theirs)
      // One that they deleted is kept as a new one.
      else if (!keepMine) leave()
    },
    later: () => setStale(false),
    close: async () => {
      const { what, leave: act, discardTitle: title, discardNote: note } = words
      if (!isTouched || (await confirm({ title, act, target: editing.name || what, note, danger: true }))) leave()
    },
  }
}
