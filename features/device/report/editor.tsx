// The editor of one report: type, storage rule, variables. The editor has its own URL.
import { Input, Switch } from 'antd'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { EditorFaults, EditorField, useTried } from '../../../ui/editor-card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { Card } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { PartConflict } from '../config/part-conflict.tsx'
import { faultText } from '../open/config-fault.ts'
import type { ReportDraft } from './contract.ts'
import { pointsPerDay } from './estimate.ts'
import { reportText } from './text.ts'
import { type Begin, useEditing } from './use-editing.ts'
import { VariablePicker } from './variables.tsx'
import { WhenFields } from './when.tsx'
import { formatPoints } from './words.ts'

export function ReportEditor(begin: Begin) {
  const t = useText(reportText)
  const { info } = begin
  const edited = useEditing(begin)
  const { editing, saved, signals, change, draft, faults, isChanged, busy, save, close } = edited
  const name = useName()
  const shown = useNamed(signals, 'title', 'group') ?? signals
  const { isTried, form, send } = useTried(faults.length)
  const language = useLanguage()
  const faultOf = (field: string) => {
    // Wrong input is reported while typing; empty fields and duplicate names only on saving.
    const fault = faults.find((each) => each.field === field || each.field.startsWith(`${field}.`))
    const isTold = isTried || (field === 'condition' && fault?.error !== 'badParameter') || field === 'period'
    return fault && isTold ? faultText(fault, language) : undefined
  }
  const { type } = editing
  return (
    <section ref={form} className="report-editor">
      <header className="page-header report-bar">
        <PlainAct kind="link" icon="left" onClick={() => void close()}>
          {t('toList')}
        </PlainAct>
        <h2>{saved ? name(saved.name) : t(type === 'summary' ? 'newSummary' : 'newNormal')}</h2>
        {isChanged && saved && <span className="report-note">{t('unsaved')}</span>}
        <span className="report-acts">
          {isTried && faults.length > 0 && <EditorFaults>{t('fixFirst', { count: faults.length })}</EditorFaults>}
          <PlainAct onClick={() => void close()}>{t('cancel')}</PlainAct>
          <Act
            kind="primary"
            may="equipment:edit"
            busy={busy}
            why={!isChanged && t('nothingChanged')}
            onClick={() => send(save)}
          >
            {t('save')}
          </Act>
        </span>
      </header>
      <div className="report-columns">
        <div className="report-side">
          <Card title={t('basics')}>
            <p className="report-note">{t(type === 'summary' ? 'summaryNote' : 'normalNote')}</p>
            <EditorField label={t('name')} required fault={faultOf('name')}>
              <Input
                autoComplete="off"
                value={editing.name}
                maxLength={limits.titleLength}
                onChange={(event) => change({ name: event.target.value })}
              />
            </EditorField>
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
            <WhenFields editing={editing} onChange={change} signals={shown} equipmentId={info.id} faultOf={faultOf} />
          </Card>
          {faults.every(({ field }) => field !== 'period') && <Estimate draft={draft} />}
        </div>
        <VariablePicker
          editing={editing}
          onChange={(columns) => change({ columns })}
          signals={shown}
          fault={faultOf('columns')}
        />
      </div>
      <PartConflict info={info} of={edited} notes={{ keep: t('keepNote'), drop: t('dropNote') }} />
    </section>
  )
}

function Estimate({ draft }: { draft: ReportDraft }) {
  const t = useText(reportText)
  const estimate = pointsPerDay(draft)
  return (
    <p className="report-estimate" role="status">
      <Icon name="info" size={14} />
      {!estimate
        ? t('estimateNone')
        : estimate.isAtMost
          ? t('estimateMost', { points: formatPoints(estimate.points) })
          : t('estimate', { points: formatPoints(estimate.points), month: formatPoints(estimate.points * 30) })}
    </p>
  )
}
