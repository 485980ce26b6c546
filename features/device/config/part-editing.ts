// State of an editor for one item of a configuration: its base version, faults, saving, and conflicts with other users.
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
  /** The newest saved configuration loaded so far. */
  newest: Head
  /** The initial state of the editor. */
  first: Editing
  onClose: () => void
}

/** How an item of a part is edited; its room defines this once. */
type EditedPart<Editing, Draft, Fault> = {
  /** The saved state of the edited item; undefined if it is new or was deleted. */
  savedIn(config: EquipmentConfig): Editing | undefined
  /** May return undefined while the input is incomplete. */
  draftOf(editing: Editing, config: EquipmentConfig): Draft
  faultsOf(editing: Editing, config: EquipmentConfig, equipmentId: EquipmentId): readonly Fault[]
  isSame(a: Editing, b: Editing, config: EquipmentConfig): boolean
  merged(base: Editing, mine: Editing, theirs: Editing): Editing
  /** The configuration including the draft. */
  withDraft(config: EquipmentConfig, draft: Draft): object
  save(at: { equipmentId: EquipmentId; version: number }, draft: NonNullable<Draft>): Promise<unknown>
  words: {
    /** Name of the items, for the prompt before leaving an item without a name. */
    what: string
    saved: (name: string) => string
    sent: string
    discardTitle: string
    discardNote: string
    leave: string
  }
}

/** The list with the draft replacing the item with its id, or appended. */
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
  // An item that another user deleted is saved as a new one.
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

  // If there are no unsaved changes, a newer version of another user is loaded automatically.
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
    /** The configuration with unsaved changes. */
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
    /** Loads the newest version; merges the edits, or discards them. */
    reload: async (keepMine: boolean) => {
      const next = await call(queryConfig, { equipmentId: info.id })
      setHead(next)
      const theirs = savedIn(next.config)
      if (theirs) setEditing(keepMine && saved ? merged(saved, typed, theirs) : keepMine ? typed : theirs)
      // An item that another user deleted becomes a new one.
      else if (!keepMine) leave()
    },
    later: () => setStale(false),
    close: async () => {
      const { what, leave: act, discardTitle: title, discardNote: note } = words
      if (!isTouched || (await confirm({ title, act, target: editing.name || what, note, danger: true }))) leave()
    },
  }
}
