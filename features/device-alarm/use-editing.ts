// An alarm rule being edited: on which version, what is wrong with it, saving it, and what somebody else saved meanwhile.
import { useEffect, useMemo, useState } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import type { AlarmRule, EquipmentConfig } from '../../contract/equipment-config.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useLeaveGuard } from '../../ui/leave-guard.ts'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { queryConfig } from '../equipment-config/contract.ts'
import { isStale, useRefresh } from '../equipment-config/part-query.ts'
import { type AlarmRuleDraft, saveAlarmRule } from './contract.ts'
import { draftOf, type Editing, editingFaults, editingOf, isSame, mergedEditing } from './editing.ts'
import { alarmRuleText } from './text.ts'

export type Head = { version: number; config: EquipmentConfig }

export type Begin = {
  info: EquipmentInfo
  /** The saved configuration as it is known now. */
  newest: Head
  /** What the editor begins with. */
  first: Editing
  /** The rule that is changed; none: a new one. */
  ruleId: AlarmRule['id'] | undefined
  onClose: () => void
}

const savedIn = ({ config }: Head, id: AlarmRule['id'] | undefined): Editing | undefined => {
  const rule = config.alarms.find((each) => each.id === id)
  return rule && editingOf(rule)
}

/** The configuration with a draft in the place of its rule, or behind the others. */
function withRule({ alarms, ...rest }: EquipmentConfig, draft: AlarmRuleDraft | undefined): object {
  if (!draft) return { ...rest, alarms }
  const place = alarms.findIndex(({ id }) => id === draft.id)
  const mine = { ...draft, id: draft.id ?? 'new' }
  return { ...rest, alarms: place < 0 ? [...alarms, mine] : alarms.with(place, mine as never) }
}

export function useEditing({ info, newest, first, ruleId, onClose }: Begin) {
  const t = useText(alarmRuleText)
  const refresh = useRefresh()
  const [head, setHead] = useState(newest)
  const [typed, setEditing] = useState(first)
  const [busy, setBusy] = useState(false)
  const [stale, setStale] = useState(false)
  const { config } = head
  const saved = useMemo(() => savedIn(head, ruleId), [head, ruleId])
  // A rule that somebody deleted meanwhile is saved as a new one.
  const editing = useMemo(() => (saved ? typed : { ...typed, id: undefined }), [typed, saved])
  const draft = useMemo(() => draftOf(editing), [editing])
  const faults = useMemo(() => editingFaults(editing, config, info.id), [editing, config, info.id])
  const isTouched = !isSame(editing, saved ?? first)
  const release = useLeaveGuard(isTouched && (editing.name || t('rules')), { query: true })
  const leave = () => {
    release()
    onClose()
  }

  // Somebody else's newer version comes in by itself while there is nothing of mine to lose.
  const isBehind = newest.version > head.version && !isTouched
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (!isBehind) return
    const now = savedIn(newest, ruleId)
    setHead(newest)
    if (now) setEditing(now)
    else if (ruleId) leave()
  }, [isBehind, newest])

  const save = async () => {
    if (!draft) return
    setBusy(true)
    try {
      await call(saveAlarmRule, { equipmentId: info.id, version: head.version, rule: draft })
      toast.good(`${t('saved', { name: draft.name })} ${info.sn ? t('sent') : ''}`)
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
  }
  return {
    editing,
    saved,
    signals: config.signals,
    version: head.version,
    draft,
    faults,
    isChanged: !saved || isTouched,
    busy,
    isStale: stale,
    base: config,
    /** The configuration as it would be. */
    mine: withRule(config, draft),
    change: (next: Partial<Editing>) => setEditing((now) => ({ ...now, ...next })),
    save,
    /** The newest version, with what was typed on top of it or without. */
    reload: async (keepMine: boolean) => {
      const next = await call(queryConfig, { equipmentId: info.id })
      setHead(next)
      const theirs = savedIn(next, ruleId)
      if (theirs) setEditing(keepMine && saved ? mergedEditing(saved, typed, theirs) : keepMine ? typed : theirs)
      // One that they deleted is kept as a new one.
      else if (!keepMine) leave()
    },
    later: () => setStale(false),
    close: async () => {
      const target = editing.name || t('rules')
      const question = { title: t('discardTitle'), act: t('leave'), target, note: t('discardNote'), danger: true }
      if (!isTouched || (await confirm(question))) leave()
    },
  }
}
