// Writing one value: choose and enter → look at target, current value, limits and new value together → the result with
// what the PLC read back. [S5 Write] [S4 Write result] [DESIGN 6]
import { Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, linkCodes } from '../../contract/call.ts'
import { EquipmentId, SignalId } from '../../contract/fields.ts'
import type { Value } from '../../core/data-type.ts'
import { freshnessOf } from '../../signal/web/freshness.ts'
import { serverClock } from '../../signal/web/server-clock.ts'
import { useCell } from '../../signal/web/use-binding.ts'
import type { CellReading, SignalSource } from '../../signal/web/values.ts'
import { type WriteOutcome, writeSignal } from '../../signal/web/write.ts'
import { ConfirmCard } from '../../ui/confirm.tsx'
import { formatAge } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language as languageNow, useLanguage } from '../../ui/language.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { uiText } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { valueWords } from '../../ui/value-words.ts'
import { useText } from '../../ui/words.ts'
import { commandCallback, writeValue } from './contract.ts'
import { commandText } from './text.ts'
import './write-dialog.css'
import { Enter } from './write-enter.tsx'
import { isUnknown, limitsWords, reasonWords, sentWords, type WriteTarget } from './write-words.ts'

type Props = {
  equipment: { id: number; name: string }
  /** What may be chosen; one alone is taken. */
  signals: readonly WriteTarget[]
  first: number | undefined
  source: SignalSource
  /** How to tell whether the current value still stands. */
  around: { staleMs: number | null; isReachable: boolean }
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

function WriteSteps({ equipment, signals, first, source, around, onClose }: Props) {
  const t = useText(commandText)
  const language = useLanguage()
  const [id, setId] = useState(first ?? signals[0]?.id)
  const [raw, setRaw] = useState<string | boolean>('')
  const [step, setStep] = useState<Step>({ at: 'enter' })
  const write = useWrite(equipment.id)
  const signal = signals.find((each) => each.id === id)
  const reading = useCell(signal && source.subscribe(signal.id))
  useNow()
  if (!signal) return null
  const written = (value: Value | null) => `${valueWords(value, signal)}${signal.unit ? ` ${signal.unit}` : ''}`
  const sent = (value: Value) => sentWords(signal, value)
  const current = currentWords(written(reading.value), reading, around)
  const send = async (value: Value) => {
    setStep({ at: 'write' })
    setStep({ at: 'result', outcome: await write(signal.id, value) })
  }
  if (step.at === 'check') {
    return (
      <ConfirmCard
        question={{
          title: t('question'),
          act: t('act', { value: sent(step.value) }),
          target: `${equipment.name} · ${signal.title}`,
          current,
          next: sent(step.value),
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
      current={current}
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

/** A value that no longer stands is not shown as if it did: who writes decides by it. */
function currentWords(value: string, reading: CellReading, around: Props['around']): string {
  const now = serverClock.now()
  const state = freshnessOf(reading, { ...around, now })
  if (state === 'bad') return `${value} · ${uiText.t('bad')} ${reading.code}`
  if (state === 'stale')
    return `${value} · ${uiText.t('stale', { age: formatAge(now - (reading.time ?? now), languageNow()) })}`
  return value
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
