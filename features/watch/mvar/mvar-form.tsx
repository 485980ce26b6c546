// The form to add or edit an intermediate variable, with its current result while typing.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf } from '../../../contract/call.ts'
import { errorText } from '../../../contract/errors.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { good } from '../../../core/data-type.ts'
import { Field, FieldPair, NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useZone } from '../../../ui/me.ts'
import { Go } from '../../../ui/place.tsx'
import { toast } from '../../../ui/toast.tsx'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { addMvar, CalcType, editMvar, type Mvar } from './contract.ts'
import { FormulaInput } from './formula-input.tsx'
import { FormulaWords } from './formula-words.tsx'
import { mvarText } from './text.ts'
import { type Result, useChecked } from './use-checked.ts'
import './mvar.css'

type Values = Pick<Mvar, 'title' | 'formula' | 'decimals'> & { unit: string }

export function MvarForm({
  projectId,
  mvar,
  alarmsPath,
  onClose,
}: {
  projectId: ProjectId
  mvar: Mvar | undefined
  alarmsPath: (mvarId: Mvar['id']) => string
  onClose: () => void
}) {
  const t = useText(mvarText)
  const add = useMutation(formOf(addMvar))
  const edit = useMutation(formOf(editMvar))
  const initial: Values = {
    ...{ title: mvar?.title ?? '', unit: mvar?.unit ?? '', decimals: mvar?.decimals ?? null },
    formula: mvar?.formula ?? { calcType: 'sum', text: '' },
  }
  const [values, setValues] = useState(initial)
  const { formula } = values
  const isList = formula.calcType !== 'custom'
  const { result, fault } = useChecked(projectId, mvar?.id, formula)
  const save = (entry: Values) =>
    mvar ? edit.mutateAsync({ ...entry, id: mvar.id }) : add.mutateAsync({ ...entry, projectId })
  return (
    <FormDrawer<Values, Mvar>
      open
      title={t(mvar ? 'edit' : 'add')}
      width={520}
      initial={initial}
      onChange={setValues}
      onSubmit={save}
      onDone={({ title }) => toast.good(t(mvar ? 'saved' : 'added', { name: title }))}
      onClose={onClose}
    >
      <TextField name="title" label={t('title')} required max={limits.titleLength} />
      <FieldPair>
        <TextField name="unit" label={t('unit')} max={limits.unitLength} />
        <NumberField name="decimals" label={t('decimals')} note={t('decimalsNote')} min={0} max={10} digits={0} />
      </FieldPair>
      <SelectField
        name={['formula', 'calcType']}
        label={t('calcType')}
        required
        options={CalcType.options.map((value) => ({ value, label: t(value) }))}
      />
      <Field
        name={['formula', 'text']}
        label={t(isList ? 'variables' : 'formula')}
        note={t(isList ? 'variablesNote' : 'formulaNote')}
        required
      >
        <FormulaInput projectId={projectId} isList={isList} />
      </Field>
      <div className="mvar-checked" aria-live="polite">
        {fault && <p className="mvar-fault">{fault}</p>}
        {result && <Checked values={values} result={result} />}
      </div>
      <section className="mvar-alarm-rules">
        <h3>{t('alarms')}</h3>
        {mvar ? (
          <AlarmRules mvar={mvar} to={alarmsPath(mvar.id)} isChanged={isOther(values, mvar)} />
        ) : (
          <p>{t('alarmsLater')}</p>
        )}
      </section>
    </FormDrawer>
  )
}

const isOther = ({ formula }: Values, mvar: Mvar): boolean =>
  formula.calcType !== mvar.formula.calcType || formula.text !== mvar.formula.text

function AlarmRules({
  mvar: { alarmRuleCount: count },
  to,
  isChanged,
}: {
  mvar: Mvar
  to: string
  isChanged: boolean
}) {
  const t = useText(mvarText)
  const told = t as (key: 'alarmCount', of: { count: number }) => string
  return (
    <>
      <p>
        {told('alarmCount', { count })} · <Go to={to}>{t('editAlarms')}</Go>
      </p>
      {isChanged && count > 0 && <p className="mvar-fault">{t('alarmsEnd')}</p>}
    </>
  )
}

function Checked({ values: { formula, unit, decimals }, result }: { values: Values; result: Result }) {
  const t = useText(mvarText)
  const zone = useZone()
  const language = useLanguage()
  const { value, code, time, inputs } = result
  return (
    <>
      <p className="expression-words">
        <FormulaWords formula={formula} inputs={inputs} />
      </p>
      <dl>
        <dt>{t('now')}</dt>
        <dd>
          <strong>{valueWords(value, { decimals })}</strong> {unit}
          <small>{time === null ? t('neverRead') : t('asOf', { time: formatTime(time, zone) })}</small>
        </dd>
      </dl>
      {code !== good && <p className="mvar-fault">{t('countedZero', { reason: errorText(code, language) })}</p>}
    </>
  )
}
