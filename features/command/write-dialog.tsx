// Writing one value: choose and enter → look at target, current value, limits and new value together → the result with
// what the PLC read back. [S5 Write] [S4 Write result] [DESIGN 6]
import { Modal, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, linkCodes } from '../../contract/call.ts'
import { EquipmentId, SignalId } from '../../contract/fields.ts'
import type { Value } from '../../core/data-type.ts'
import { useCell } from '../../signal/web/use-binding.ts'
import type { SignalSource } from '../../signal/web/values.ts'
import { type WriteOutcome, writeSignal } from '../../signal/web/write.ts'
import { ConfirmCard } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { PlainAct, PlainField } from '../../ui/plain.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { valueWords } from '../../ui/value-words.ts'
import { useText } from '../../ui/words.ts'
import { commandCallback, writeValue } from './contract.ts'
import { commandText } from './text.ts'
import './write-dialog.css'
import { isUnknown, limitsWords, readInput, reasonWords, type WriteTarget } from './write-words.ts'

type Props = {
  equipment: { id: number; name: string }
  /** What may be chosen; one alone is taken. */
  signals: readonly WriteTarget[]
  first: number | undefined
  source: SignalSource
  onClose: () => void
}

/** Open while it is rendered. */
export function WriteDialog(props: Props) {
  return (
    <Modal open width={440} footer={null} closable={false} destroyOnHidden onCancel={props.onClose}>
      <WriteSteps {...props} />
    </Modal>
  )
}

type Step = { at: 'enter' } | { at: 'check'; value: Value } | { at: 'write' } | { at: 'result'; outcome: WriteOutcome }

function WriteSteps({ equipment, signals, first, source, onClose }: Props) {
  const t = useText(commandText)
  const language = useLanguage()
  const [id, setId] = useState(first ?? signals[0]?.id)
  const [raw, setRaw] = useState<string | boolean>('')
  const [step, setStep] = useState<Step>({ at: 'enter' })
  const write = useWrite(equipment.id)
  const signal = signals.find((each) => each.id === id)
  const { value: current } = useCell(signal && source.subscribe(signal.id))
  if (!signal) return null
  const written = (value: Value | null) => `${valueWords(value, signal)}${signal.unit ? ` ${signal.unit}` : ''}`
  const send = async (value: Value) => {
    setStep({ at: 'write' })
    setStep({ at: 'result', outcome: await write(signal.id, value) })
  }
  if (step.at === 'check') {
    return (
      <ConfirmCard
        question={{
          title: t('question'),
          act: t('act', { value: written(step.value) }),
          target: `${equipment.name} · ${signal.title}`,
          current: written(current),
          next: written(step.value),
          limits: limitsWords(signal, language),
          note: t('note'),
        }}
        onAnswer={(yes) => (yes ? void send(step.value) : setStep({ at: 'enter' }))}
      />
    )
  }
  if (step.at === 'write') return <Writing onLeave={onClose} />
  if (step.at === 'result') {
    return <Result outcome={step.outcome} written={written} onAgain={() => setStep({ at: 'enter' })} onDone={onClose} />
  }
  return (
    <Enter
      signals={signals}
      signal={signal}
      current={written(current)}
      raw={raw}
      onSignal={(next) => {
        setId(next)
        setRaw('')
      }}
      onRaw={setRaw}
      onNext={(value) => setStep({ at: 'check', value })}
      onClose={onClose}
    />
  )
}

function Enter({
  signals,
  signal,
  current,
  raw,
  onSignal,
  onRaw,
  onNext,
  onClose,
}: {
  signals: readonly WriteTarget[]
  signal: WriteTarget
  current: string
  raw: string | boolean
  onSignal: (id: number) => void
  onRaw: (raw: string | boolean) => void
  onNext: (value: Value) => void
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
    const read = readInput(signal, raw, language)
    if ('value' in read) onNext(read.value)
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
          <strong>{signal.title}</strong>
        ) : (
          <Select
            aria-label={t('variable')}
            value={signal.id}
            onChange={onSignal}
            showSearch={{ optionFilterProp: 'label' }}
            options={signals.map(({ id, title }) => ({ value: id, label: title }))}
          />
        )}
      </div>
      <dl className="write-facts">
        <div>
          <dt>{t('now')}</dt>
          <dd>{current}</dd>
        </div>
        <Limits signal={signal} />
      </dl>
      {signal.dataType === 'bool' ? (
        <OnOff label={t('newValue')} value={raw} onChange={change} error={reason} />
      ) : (
        <PlainField
          key={signal.id}
          label={`${t('newValue')}${signal.unit ? ` (${signal.unit})` : ''}`}
          value={String(raw)}
          onChange={change}
          error={reason}
          autoComplete="off"
          autoFocus
          maxLength={signal.dataType === 'string' ? (signal.length ?? 1) : 30}
        />
      )}
      <div className="write-acts">
        <PlainAct onClick={onClose}>{t('leave')}</PlainAct>
        <PlainAct kind="primary" submit>
          {t('next')}
        </PlainAct>
      </div>
    </form>
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

function Writing({ onLeave }: { onLeave: () => void }) {
  const t = useText(commandText)
  return (
    <div className="write" role="status">
      <h2>{t('writing')}</h2>
      <div className="write-progress" />
      <p className="write-note">{t('writingNote')}</p>
      <div className="write-acts">
        <PlainAct onClick={onLeave}>{t('leave')}</PlainAct>
      </div>
    </div>
  )
}

function Result({
  outcome,
  written,
  onAgain,
  onDone,
}: {
  outcome: WriteOutcome
  written: (value: Value | null) => string
  onAgain: () => void
  onDone: () => void
}) {
  const t = useText(commandText)
  const language = useLanguage()
  const isGood = outcome.status === 'success'
  const reason = reasonWords(outcome, language)
  return (
    <div className={isGood ? 'write' : 'write write-bad'} role={isGood ? 'status' : 'alert'}>
      <h2>
        <Icon name={isGood ? 'check' : 'alarm'} size={20} />
        {t(outcome.status)}
      </h2>
      {isGood && (
        <p>
          {t('readBack')} <strong>{written(outcome.value)}</strong>
        </p>
      )}
      {reason && (
        <p>
          {reason}
          {outcome.code > 0 && <span className="write-code">{outcome.code}</span>}
        </p>
      )}
      {isUnknown(outcome) && <p className="write-note">{t('unknownOutcome')}</p>}
      <div className="write-acts">
        <PlainAct onClick={onAgain}>{t('again')}</PlainAct>
        <PlainAct kind="primary" onClick={onDone}>
          {t('done')}
        </PlainAct>
      </div>
    </div>
  )
}

const isLinkFault = (error: unknown) =>
  error instanceof ApiError && (Object.values(linkCodes) as number[]).includes(error.code)

/** Writes by the room's calls; who closes the dialog ends the waiting, not the write. */
function useWrite(equipment: number) {
  const leave = useRef<AbortController>(undefined)
  useEffect(() => () => leave.current?.abort(), [])
  return (signal: number, value: Value): Promise<WriteOutcome> => {
    leave.current = new AbortController()
    const target = { equipmentId: EquipmentId.parse(equipment), signalId: SignalId.parse(signal) }
    return writeSignal({
      send: (uuid) => call(writeValue, { ...target, value, uuid }),
      callback: (uuid) => call(commandCallback, { uuid }),
      isLinkFault,
      signal: leave.current.signal,
    })
  }
}
