// The first step of a write: choose the variable and enter the value. Faults are shown at the field. [S5 Write]
import { Select } from 'antd'
import { useState } from 'react'
import type { Value } from '../../../core/data-type.ts'
import { useLanguage } from '../../../ui/language.ts'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { withNote } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { valueAndRaw } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { choiceText } from './choice-text.ts'
import { type Choice, choicesOf, limitsWords, readInput, type WriteTarget } from './part-words.ts'
import { commandText } from './text.ts'

export function Enter({
  signals,
  signal,
  current,
  raw,
  why,
  onSignal,
  onRaw,
  onNext,
  onClose,
}: {
  signals: readonly WriteTarget[]
  /** The variable to write; undefined until the operator has chosen one. */
  signal: WriteTarget | undefined
  current: string | undefined
  raw: string | boolean
  /** The reason why no value can be written now. */
  why: string | undefined
  onSignal: (id: number) => void
  onRaw: (raw: string | boolean) => void
  onNext: (next: { value: Value; asked?: string }) => void
  onClose: () => void
}) {
  const t = useText(commandText)
  const language = useLanguage()
  const [reason, setReason] = useState<string | undefined>()
  const change = (next: string | boolean) => {
    setReason(undefined)
    onRaw(next)
  }
  const next = () => {
    if (!signal || why) return
    const read = readInput(signal, raw, language)
    if ('value' in read) onNext(read)
    else setReason(read.reason)
  }
  return (
    <form
      className="write"
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <h2>{t('writeTo')}</h2>
      <div className="write-field">
        <span>{t('variable')}</span>
        {signals.length === 1 ? (
          <strong>{signal?.title}</strong>
        ) : (
          <Select
            aria-label={t('variable')}
            placeholder={t('chooseVariable')}
            value={signal?.id}
            onChange={onSignal}
            showSearch={{ optionFilterProp: 'label' }}
            options={signals.map(({ id, title }) => ({ value: id, label: title }))}
          />
        )}
      </div>
      {signal && (
        <>
          <dl className="write-facts">
            <div>
              <dt>{t('now')}</dt>
              <dd>{current}</dd>
            </div>
            <Limits signal={signal} />
          </dl>
          <NewValue key={signal.id} signal={signal} raw={raw} onChange={change} error={reason} />
        </>
      )}
      {why && (
        <p className="confirm-why" role="alert">
          {why}
        </p>
      )}
      {signal?.dataType === 'string' && (
        <PlainAct kind="link" disabled={!!why} onClick={() => onNext({ value: '' })}>
          {t('clear')}
        </PlainAct>
      )}
      <div className="write-acts">
        <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
        <PlainAct kind="primary" submit disabled={!signal || !!why}>
          {t('next')}
        </PlainAct>
      </div>
    </form>
  )
}

function NewValue({
  signal,
  raw,
  onChange,
  error,
}: {
  signal: WriteTarget
  raw: string | boolean
  onChange: (raw: string | boolean) => void
  error: string | undefined
}) {
  const t = useText(commandText)
  const choices = choicesOf(signal)
  /** True while the user types a value that has no defined text. */
  const [isOther, setIsOther] = useState(false)
  const field = { onChange, error, value: raw }
  if (signal.dataType === 'bool') return <OnOff label={t('newValue')} signal={signal} {...field} />
  if (choices.length > 0 && !isOther) {
    return <Choices choices={choices} onOther={() => setIsOther(true)} {...field} />
  }
  return (
    <PlainField
      label={signal.unit ? withNote(t('newValue'), signal.unit) : t('newValue')}
      value={String(raw)}
      onChange={onChange}
      error={error}
      autoComplete="off"
      autoFocus
      maxLength={signal.dataType === 'string' ? (signal.length ?? 1) : 40}
    />
  )
}

function Limits({ signal }: { signal: WriteTarget }) {
  const language = useLanguage()
  const t = useText(commandText)
  return (
    <div>
      <dt>{t('limitsLabel')}</dt>
      <dd>{limitsWords(signal, language)}</dd>
    </div>
  )
}

/** Values with texts, each with the number that the PLC receives. */
function Choices({
  choices,
  value,
  onChange,
  onOther,
  error,
}: {
  choices: readonly Choice[]
  value: string | boolean
  onChange: (value: string) => void
  onOther: () => void
  error: string | undefined
}) {
  const t = useText(commandText)
  const words = useText(choiceText)
  return (
    <div className="write-field">
      <span>{t('newValue')}</span>
      <Select
        aria-label={t('newValue')}
        autoFocus
        {...(value === '' ? {} : { value: String(value) })}
        placeholder={words('choose')}
        options={[...choices]}
        onChange={onChange}
      />
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <PlainAct kind="link" onClick={onOther}>
        {words('other')}
      </PlainAct>
    </div>
  )
}

function OnOff({
  label,
  signal,
  value,
  onChange,
  error,
}: {
  label: string
  signal: WriteTarget
  value: string | boolean
  onChange: (value: boolean) => void
  error: string | undefined
}) {
  return (
    <div className="write-field">
      <span>{label}</span>
      <Segmented
        label={label}
        wide
        value={value === '' ? '' : String(value)}
        options={[true, false].map((each) => ({ value: String(each), label: valueAndRaw(each, signal) }))}
        onChange={(next) => onChange(next === 'true')}
      />
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
