// The card of one field in the editor of a custom report: title, key, expression with a picker for variables, and
// current results.
import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { errorText } from '../../../contract/errors.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { good } from '../../../core/data-type.ts'
import { formatTime, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { IconAct } from '../../../ui/plain.tsx'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { ExpressionWords, useInsertion } from '../../device/open/config-expression-field.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { VariableSelect } from '../../watch/open/mvar-variable-select.tsx'
import type { ReportInput, ReportValue } from './contract.ts'
import { type FieldDraft, isWaiting } from './draft.ts'
import { type AggregateName, aggregateNames, keyOf } from './expressions.ts'
import type { Fault } from './labelled.tsx'
import { Labelled } from './labelled.tsx'
import { mvarPiecesOf, mvarReferenceTo, ofMvar } from './mvar-references.ts'
import { reportText } from './text.ts'
import type { Checked } from './use-checked.ts'

type Props = {
  projectId: ProjectId
  field: FieldDraft
  place: number
  count: number
  others: readonly FieldDraft[]
  checked: Checked
  fault: Fault
  onChange: (next: Partial<FieldDraft>) => void
  onMove: (step: 1 | -1) => void
  onCopy: () => void
  onRemove: () => void
}

export function FieldCard(props: Props) {
  const t = useText(reportText)
  const { projectId, field, place, count, others, checked, fault, onChange, onMove, onCopy, onRemove } = props
  const name = field.title || t('field', { number: place + 1 })
  const at = (key: string) => fault.at(`fields.${place}.${key}`)
  return (
    <section className="card report-field-card" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <IconAct icon="up" label={t('upField', { name })} disabled={place === 0} onClick={() => onMove(-1)} />
        <IconAct
          icon="down"
          label={t('downField', { name })}
          disabled={place === count - 1}
          onClick={() => onMove(1)}
        />
        <IconAct icon="copy" label={t('copyField', { name })} onClick={onCopy} />
        <IconAct icon="close" label={t('removeField', { name })} disabled={count === 1} onClick={onRemove} />
      </header>
      <div className="report-field-names">
        <Labelled label={t('fieldTitle')} fault={at('title')}>
          {(id) => (
            <Input
              id={id}
              autoComplete="off"
              maxLength={limits.titleLength}
              value={field.title}
              onChange={({ target }) => onChange({ title: target.value })}
            />
          )}
        </Labelled>
        <Labelled label={t('key')} note={t('keyNote')} fault={at('key')}>
          {(id) => (
            <Input
              id={id}
              className="report-key"
              autoComplete="off"
              spellCheck={false}
              maxLength={20}
              value={field.key}
              onChange={({ target }) => onChange({ key: target.value })}
            />
          )}
        </Labelled>
        <Labelled label={t('unit')} fault={at('unit')}>
          {(id) => (
            <Input
              id={id}
              autoComplete="off"
              maxLength={limits.unitLength}
              value={field.unit}
              onChange={({ target }) => onChange({ unit: target.value })}
            />
          )}
        </Labelled>
        <Labelled label={t('decimals')} fault={at('decimals')}>
          {(id) => (
            <InputNumber
              id={id}
              controls={false}
              min={0}
              max={10}
              precision={0}
              value={field.decimals}
              onChange={(decimals) => onChange({ decimals })}
            />
          )}
        </Labelled>
      </div>
      <Expression {...{ projectId, field, others, onChange }} fault={at('expression')} />
      <Outcome field={field} place={place} checked={checked} />
    </section>
  )
}

type ExpressionProps = Pick<Props, 'projectId' | 'field' | 'others' | 'onChange'> & { fault: string | undefined }

function Expression({ projectId, field, others, onChange, fault }: ExpressionProps) {
  const t = useText(reportText)
  const [statistic, setStatistic] = useState<AggregateName>('delta')
  const { area, insert } = useInsertion(field.expression, (expression) => onChange({ expression }))
  return (
    <Labelled label={t('expression')} isWide fault={fault}>
      {(id) => (
        <>
          <Input.TextArea
            ref={area}
            id={id}
            className="expression-input"
            autoSize={{ minRows: 1, maxRows: 6 }}
            spellCheck={false}
            maxLength={limits.formulaLength}
            value={field.expression}
            onChange={({ target }) => onChange({ expression: target.value })}
          />
          <div className="report-insert">
            <Select<AggregateName>
              aria-label={t('statistic')}
              value={statistic}
              options={aggregateNames.map((value) => ({ value, label: value }))}
              onChange={setStatistic}
            />
            <VariableSelect
              projectId={projectId}
              label={t('insert')}
              mvarReference={mvarReferenceTo}
              onPick={(reference) => insert(`${statistic}(${reference})`)}
            />
            {others.length > 0 && (
              <Select<string | null>
                aria-label={t('insertField')}
                value={null}
                placeholder={t('insertField')}
                options={others.map(({ key, title }) => ({
                  value: key,
                  label: title ? `${title} {${key}}` : `{${key}}`,
                }))}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(key) => key && insert(`{${key}}`)}
              />
            )}
          </div>
        </>
      )}
    </Labelled>
  )
}

/** The values in the last and the current bucket, or the fault. */
function Outcome({ field, place, checked }: Pick<Props, 'field' | 'place' | 'checked'>) {
  const t = useText(reportText)
  const { answer, isOld } = checked
  const result = answer?.fields[place]
  if (field.expression.trim() === '') return null
  if (isWaiting(field)) return <p className="report-outcome">{t('chooseFirst')}</p>
  return (
    <div className="report-outcome" data-old={isOld || undefined} aria-live="polite">
      {answer && <InWords expression={field.expression} inputs={answer.inputs} />}
      {result?.fault ? (
        <p className="report-refusal">{isOld ? t('checking') : result.fault}</p>
      ) : answer && result?.last && result.current ? (
        <dl>
          <dt>{t('last', { span: spanWords(answer.last, answer.zone) })}</dt>
          <Figure field={field} of={result.last} />
          <dt>{t('current', { from: formatTime(answer.current.from, answer.zone).slice(5, 16) })}</dt>
          <Figure field={field} of={result.current} />
        </dl>
      ) : (
        <p>{t('checking')}</p>
      )}
    </div>
  )
}

const spanWords = ({ from, to }: { from: number; to: number }, zone: string): string =>
  `${formatTime(from, zone).slice(5, 16)} – ${formatTime(to, zone).slice(5, 16)}`

function Figure({ field: { unit, decimals }, of }: { field: FieldDraft; of: ReportValue }) {
  const t = useText(reportText)
  const language = useLanguage()
  if (of.code !== good)
    return (
      <dd>
        {nothingShown} <small>{errorText(of.code, language)}</small>
      </dd>
    )
  return (
    <dd>
      <strong>{valueWords(of.value, { dataType: 'float32', decimals })}</strong> {unit}
      {of.isPart && <small>{t('isPart')}</small>}
    </dd>
  )
}

function InWords({ expression, inputs }: { expression: string; inputs: readonly ReportInput[] }) {
  const t = useText(reportText)
  const named = useName()
  if (!expression.includes('$')) return null
  const names = new Map(
    inputs.map((input) => [keyOf(input), [input.subTitle, input.title].filter(Boolean).map(named).join(' · ')]),
  )
  return (
    <p className="expression-words">
      {mvarPiecesOf(expression).map(({ text, mvarId }, at) =>
        mvarId === undefined ? (
          <ExpressionWords
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, drawn anew with it
            key={at}
            expression={text}
            nameOf={(equipmentId, signalId) => names.get(keyOf({ equipmentId, signalId }))}
            unknown={(id) => t('unseen', { id })}
          />
        ) : (
          <Calculated
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, drawn anew with it
            key={at}
            name={names.get(keyOf(ofMvar(mvarId)))}
            mvarId={mvarId}
          />
        ),
      )}
    </p>
  )
}

function Calculated({ name, mvarId }: { name: string | undefined; mvarId: number }) {
  const t = useText(reportText)
  return (
    <span className={name ? 'expression-signal' : 'expression-unknown'}>{name ?? t('unseenMvar', { id: mvarId })}</span>
  )
}
