// The first step of a write: which variable, and which value. What is wrong with it is said at the field. [S5 Write]
import { Select } from 'antd'
import { useState } from 'react'
import type { Value } from '../../core/data-type.ts'
import { useLanguage } from '../../ui/language.ts'
import { PlainAct, PlainField } from '../../ui/plain.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { valueWords } from '../../ui/value-words.ts'
import { useText } from '../../ui/words.ts'
import { commandText } from './text.ts'
import { limitsWords, readInput, type WriteTarget } from './write-words.ts'

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
  /** Nothing until the operator has chosen. */
  signal: WriteTarget | undefined
  current: string | undefined
  raw: string | boolean
  /** Why nothing can be written now. */
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
  if (signal.dataType === 'bool') return <OnOff label={t('newValue')} value={raw} onChange={onChange} error={error} />
  return (
    <PlainField
      label={`${t('newValue')}${signal.unit ? ` (${signal.unit})` : ''}`}
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

function OnOff({
  label,
  value,
  onChange,
  error,
}: {
  label: string
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
        options={[true, false].map((each) => ({ value: String(each), label: valueWords(each) }))}
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
