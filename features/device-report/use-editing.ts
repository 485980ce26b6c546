// A report being edited: on which version, what is wrong with it, saving it, and what somebody else saved meanwhile.
import { useEffect, useMemo, useState } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import type { EquipmentConfig, Report } from '../../contract/equipment-config.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useLeaveGuard } from '../../ui/leave-guard.ts'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { queryConfig } from '../equipment-config/contract.ts'
import { isStale, useRefresh } from '../equipment-config/part-query.ts'
import { type ReportDraft, saveReport } from './contract.ts'
import { draftOf, type Editing, editingOf, isSame, mergedEditing } from './editing.ts'
import { reportFaults } from './rules.ts'
import { reportText } from './text.ts'

type Head = { version: number; config: EquipmentConfig }

export type Begin = {
  info: EquipmentInfo
  /** The saved configuration as it is known now. */
  newest: Head
  /** What the editor begins with. */
  first: Editing
  /** The report that is changed; none: a new one. */
  reportId: Report['id'] | undefined
  onClose: () => void
}

const savedIn = ({ config }: Head, id: Report['id'] | undefined): Editing | undefined => {
  const report = config.reports.find((each) => each.id === id)
  return report && editingOf(report.type, report)
}

/** The configuration with a draft in the place of its report, or behind the others. */
function withReport({ reports, ...rest }: EquipmentConfig, draft: ReportDraft): object {
  const place = reports.findIndex(({ id }) => id === draft.id)
  const mine = { ...draft, id: draft.id ?? 'new' }
  return { ...rest, reports: place < 0 ? [...reports, mine] : reports.with(place, mine as never) }
}

export function useEditing({ info, newest, first, reportId, onClose }: Begin) {
  const t = useText(reportText)
  const refresh = useRefresh()
  const [head, setHead] = useState(newest)
  const [typed, setEditing] = useState(first)
  const [busy, setBusy] = useState(false)
  const [stale, setStale] = useState(false)
  const { config } = head
  const { signals } = config
  const saved = useMemo(() => savedIn(head, reportId), [head, reportId])
  // A report that somebody deleted meanwhile is saved as a new one.
  const editing = useMemo(() => (saved ? typed : { ...typed, id: undefined }), [typed, saved])
  const draft = useMemo(() => draftOf(editing, signals), [editing, signals])
  const faults = useMemo(() => reportFaults(draft, config, info.id), [draft, config, info.id])
  const isTouched = !isSame(editing, saved ?? first, signals)
  const release = useLeaveGuard(isTouched && (editing.name || t('reports')), { query: true })
  const leave = () => {
    release()
    onClose()
  }

  // Somebody else's newer version comes in by itself while there is nothing of mine to lose.
  const isBehind = newest.version > head.version && !isTouched
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (!isBehind) return
    const now = savedIn(newest, reportId)
    setHead(newest)
    if (now) setEditing(now)
    else if (reportId) leave()
  }, [isBehind, newest])

  const save = async () => {
    setBusy(true)
    try {
      await call(saveReport, { equipmentId: info.id, version: head.version, report: draft })
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
    signals,
    draft,
    faults,
    isChanged: !saved || isTouched,
    busy,
    isStale: stale,
    base: config,
    /** The configuration as it would be. */
    mine: withReport(config, draft),
    change: (next: Partial<Editing>) => setEditing((now) => ({ ...now, ...next })),
    save,
    /** The newest version, with what was typed on top of it or without. */
    reload: async (keepMine: boolean) => {
      const next = await call(queryConfig, { equipmentId: info.id })
      setHead(next)
      const theirs = savedIn(next, reportId)
      if (theirs) setEditing(keepMine && saved ? mergedEditing(saved, typed, theirs) : keepMine ? typed : theirs)
      // One that they deleted is kept as a new one.
      else if (!keepMine) leave()
    },
    later: () => setStale(false),
    close: async () => {
      const target = editing.name || t('reports')
      const question = { title: t('discardTitle'), act: t('discard'), target, note: t('discardNote'), danger: true }
      if (!isTouched || (await confirm(question))) leave()
    },
  }
}
