// One report being edited: what it is, when it stores, and which variables. It has an address of its own.
import { Input, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { Act } from '../../ui/act.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useLeaveGuard } from '../../ui/leave-guard.ts'
import { Card } from '../../ui/page-header.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { isStale, useRefresh } from './config-query.ts'
import { type EquipmentConfig, type ReportDraft, saveReport } from './contract.ts'
import { draftOf, type Editing, isSame } from './report-editing.ts'
import { ReportField } from './report-field.tsx'
import { faultText, pointsPerDay, reportFaults } from './report-rules.ts'
import { reportText } from './report-text.ts'
import { VariablePicker } from './report-variables.tsx'
import { WhenFields } from './report-when.tsx'
import { signalText } from './signal-text.ts'
import { StaleDialog } from './stale-dialog.tsx'

type Head = { version: number; config: EquipmentConfig }

export function ReportEditor({
  info,
  head,
  first,
  saved,
  onClose,
}: {
  info: EquipmentInfo
  head: Head
  /** What the editor begins with. */
  first: Editing
  /** The report as it is saved; none: a new one. */
  saved: Editing | undefined
  onClose: () => void
}) {
  const t = useText(reportText)
  const { editing, change, draft, faults, isChanged, busy, opened, save, reload, close } = useEditing(
    info,
    head,
    first,
    saved,
    onClose,
  )
  const [isTried, setTried] = useState(false)
  const language = useLanguage()
  const faultOf = (field: string) => {
    // What is being typed is judged at once where a wrong character shall be found, the rest when it shall be saved.
    const fault = faults.find((each) => each.field === field || each.field.startsWith(`${field}.`))
    const isTold = isTried || (field === 'condition' && fault?.error !== 'badParameter') || field === 'period'
    return fault && isTold ? faultText(fault, language) : undefined
  }
  const { type } = editing
  const { signals } = head.config
  return (
    <section className="report-editor">
      <header className="report-bar">
        <PlainAct kind="link" icon="left" onClick={() => void close()}>
          {t('toList')}
        </PlainAct>
        <h2>{saved ? saved.name : t(type === 'summary' ? 'newSummary' : 'newNormal')}</h2>
        {isChanged && saved && <span className="report-note">{t('unsaved')}</span>}
        <span className="report-acts">
          {isTried && faults.length > 0 && (
            <span className="sheet-faults" role="status">
              <Icon name="alarm" size={14} />
              {t('fixFirst', { count: faults.length })}
            </span>
          )}
          <PlainAct onClick={() => void close()}>{t('cancel')}</PlainAct>
          <Act
            kind="primary"
            may="equipment:edit"
            busy={busy}
            why={!isChanged && t('nothingChanged')}
            onClick={() => {
              setTried(true)
              if (faults.length === 0) void save()
            }}
          >
            {t('save')}
          </Act>
        </span>
      </header>
      <div className="report-columns">
        <div className="report-side">
          <Card title={t('basics')}>
            <p className="report-note">{t(type === 'summary' ? 'summaryNote' : 'normalNote')}</p>
            <ReportField label={t('name')} required fault={faultOf('name')}>
              <Input
                autoComplete="off"
                value={editing.name}
                maxLength={limits.titleLength}
                onChange={(event) => change({ name: event.target.value })}
              />
            </ReportField>
            <div className="report-switch">
              <Switch
                size="small"
                aria-label={t('enabled')}
                checked={editing.enabled}
                onChange={(enabled) => change({ enabled })}
              />
              <span>{t('enabled')}</span>
              {!editing.enabled && <span className="report-note">{t('enabledNote')}</span>}
            </div>
          </Card>
          <Card title={t('rule')}>
            <WhenFields editing={editing} onChange={change} signals={signals} equipmentId={info.id} faultOf={faultOf} />
          </Card>
          <Estimate draft={draft} />
        </div>
        <VariablePicker
          editing={editing}
          onChange={(columns) => change({ columns })}
          signals={signals}
          fault={faultOf('columns')}
        />
      </div>
      {opened === 'stale' && (
        <StaleDialog
          onReload={reload}
          notes={{ keep: t('keepNote'), drop: t('dropNote') }}
          onClose={() => change({})}
        />
      )}
    </section>
  )
}

function Estimate({ draft }: { draft: ReportDraft }) {
  const t = useText(reportText)
  const estimate = pointsPerDay(draft)
  const told = (points: number) => formatNumber(points < 100 ? Math.round(points * 10) / 10 : Math.round(points))
  return (
    <p className="report-estimate" role="status">
      <Icon name="info" size={14} />
      {!estimate
        ? t('estimateNone')
        : estimate.isAtMost
          ? t('estimateMost', { points: told(estimate.points) })
          : t('estimate', { points: told(estimate.points), month: told(estimate.points * 30) })}
    </p>
  )
}

function useEditing(info: EquipmentInfo, head: Head, first: Editing, saved: Editing | undefined, onClose: () => void) {
  const t = useText(reportText)
  const st = useText(signalText)
  const refresh = useRefresh()
  const [editing, setEditing] = useState(first)
  const [opened, setOpened] = useState<'stale'>()
  const [busy, setBusy] = useState(false)
  const { signals } = head.config
  const draft = useMemo(() => draftOf(editing, signals), [editing, signals])
  const faults = useMemo(() => reportFaults(draft, head.config, info.id), [draft, head.config, info.id])
  const isChanged = !saved || !isSame(editing, saved, signals)
  const isTouched = !isSame(editing, saved ?? first, signals)
  const release = useLeaveGuard(isTouched && (editing.name || t('reports')), { query: true })
  const leave = () => {
    release()
    onClose()
  }
  const save = async () => {
    setBusy(true)
    try {
      await call(saveReport, { equipmentId: info.id, version: head.version, report: draft })
      toast.good(`${t('saved', { name: draft.name })} ${info.sn ? st('sent') : ''}`)
      await refresh()
      leave()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isStale(error)) setOpened('stale')
      else toast.bad(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    editing,
    draft,
    faults,
    isChanged,
    busy,
    opened,
    change: (next: Partial<Editing>) => {
      setOpened(undefined)
      setEditing((now) => ({ ...now, ...next }))
    },
    save,
    reload: async (keepMine: boolean) => {
      await refresh()
      if (!keepMine) leave()
    },
    close: async () => {
      const question = {
        title: t('discardTitle'),
        act: t('discard'),
        target: editing.name || t('reports'),
        note: t('discardNote'),
        danger: true,
      }
      if (!isTouched || (await confirm(question))) leave()
    },
  }
}
