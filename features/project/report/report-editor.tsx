// Edits a custom report: its rows, and its fields with their current values.
import { useMutation } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { ApiError, formOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { Card } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { VariableSelect } from '../../watch/open/mvar-variable-select.tsx'
import { BucketFields } from './bucket-fields.tsx'
import { addCustomReport, type CustomReportId, editCustomReport } from './contract.ts'
import { type Draft, emptyField, sentOf, withCopy, withMoved, withRole } from './draft.ts'
import { FieldCard } from './field-card.tsx'
import { type Fault, Labelled } from './labelled.tsx'
import { mvarReferenceTo } from './mvar-references.ts'
import { reportText } from './text.ts'
import { type Checked, useChecked } from './use-checked.ts'

type Props = {
  projectId: ProjectId
  /** Id of the edited report; null: a new one. */
  id: CustomReportId | null
  first: Draft
  onSaved: (id: CustomReportId) => void
  onCancel: () => void
}

export function ReportEditor({ projectId, id, first, onSaved, onCancel }: Props) {
  const t = useText(reportText)
  const [draft, setDraft] = useState(first)
  const checked = useChecked(projectId, id, draft)
  const { save, fault, isBusy, release } = useSave({ projectId, id, draft, first, onSaved })
  const change = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  return (
    <form
      className="report-editor"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Card title={t(id === null ? 'newTitle' : 'editTitle')}>
        <div className="report-head">
          <Labelled label={t('title')} isWide fault={fault.at('title')}>
            {(inputId) => (
              <Input
                id={inputId}
                autoComplete="off"
                maxLength={limits.titleLength}
                value={draft.title}
                onChange={({ target }) => change({ title: target.value })}
              />
            )}
          </Labelled>
          <BucketFields {...{ draft, change, fault }} />
        </div>
        {draft.roles.length > 0 && <Roles {...{ projectId, draft }} onDraft={setDraft} />}
      </Card>
      <Fields {...{ projectId, draft, checked, fault }} onDraft={setDraft} />
      {fault.whole && (
        <p className="report-refusal" role="alert">
          {fault.whole}
        </p>
      )}
      <div className="report-foot">
        <Act kind="primary" submit busy={isBusy} may="project:edit" sends>
          {t('save')}
        </Act>
        <PlainAct
          onClick={() => {
            release()
            onCancel()
          }}
        >
          {t('cancel')}
        </PlainAct>
      </div>
    </form>
  )
}

type Saving = Pick<Props, 'projectId' | 'id' | 'first' | 'onSaved'> & { draft: Draft }

function useSave({ projectId, id, draft, first, onSaved }: Saving) {
  const t = useText(reportText)
  const add = useMutation(formOf(addCustomReport))
  const edit = useMutation(formOf(editCustomReport))
  const [refused, setRefused] = useState<{ field: string | undefined; message: string }>()
  const isDirty = JSON.stringify(sentOf(draft)) !== JSON.stringify(sentOf(first)) || id === null
  const release = useLeaveGuard(isDirty && t('unsaved'), { query: true })
  const save = async () => {
    setRefused(undefined)
    try {
      const sent = sentOf(draft)
      const saved =
        id === null ? await add.mutateAsync({ ...sent, projectId }) : await edit.mutateAsync({ ...sent, id })
      toast.good(t('saved', { name: saved.title }))
      release()
      onSaved(saved.id)
    } catch (error) {
      if (error instanceof ApiError) setRefused({ field: error.field, message: error.message })
      else toast.bad(error)
    }
  }
  // An error of a visible field is shown at the field, all others below the form.
  const isDrawn = /^(title|zone|bucket\.(every|shifts.*)|fields\.\d+\.\w+)$/.test(refused?.field ?? '')
  const fault: Fault = {
    at: (field) => (refused?.field === field ? refused.message : undefined),
    whole: isDrawn ? undefined : refused?.message,
  }
  return { save, fault, isBusy: add.isPending || edit.isPending, release }
}

type Editing = { projectId: ProjectId; draft: Draft; onDraft: (change: (now: Draft) => Draft) => void }

/** The variables of an example: each choice is inserted in all expressions. */
function Roles({ projectId, draft, onDraft }: Editing) {
  const t = useText(reportText)
  return (
    <fieldset className="report-roles">
      <legend>{t('choose')}</legend>
      {draft.roles.map((role) => (
        <div key={role.name}>
          <span data-chosen={role.chosen ? '' : undefined}>{role.label}</span>
          <VariableSelect
            projectId={projectId}
            label={role.label}
            mvarReference={mvarReferenceTo}
            onPick={(reference, title) => onDraft((now) => withRole(now, role.name, reference, title))}
          />
        </div>
      ))}
      {draft.note && <p>{draft.note}</p>}
    </fieldset>
  )
}

function Fields({ projectId, draft, onDraft, checked, fault }: Editing & { checked: Checked; fault: Fault }) {
  const t = useText(reportText)
  const { fields } = draft
  const isFull = fields.length >= limits.reportFields
  const set = (change: (now: Draft['fields']) => Draft['fields']) =>
    onDraft((now) => ({ ...now, fields: change(now.fields) }))
  return (
    <section className="report-field-list" aria-label={t('fields')}>
      <header>
        <h2>{t('fields')}</h2>
        <p>{t('fieldsNote')}</p>
        {checked.fault && (
          <p className="report-refusal" role="alert">
            {checked.fault}
          </p>
        )}
      </header>
      {fields.map((field, place) => (
        <FieldCard
          key={field.id}
          {...{ projectId, field, place, checked, fault }}
          count={fields.length}
          others={fields.filter(({ id }) => id !== field.id)}
          onChange={(next) => set((now) => now.map((each) => (each.id === field.id ? { ...each, ...next } : each)))}
          onMove={(step) => set((now) => withMoved(now, place, step))}
          onCopy={() => set((now) => withCopy(now, place))}
          onRemove={() => set((now) => now.filter(({ id }) => id !== field.id))}
        />
      ))}
      <Act
        icon="plus"
        why={isFull && t('fieldLimit', { limit: limits.reportFields })}
        onClick={() => set((now) => [...now, emptyField(now)])}
      >
        {t('addField')}
      </Act>
    </section>
  )
}
