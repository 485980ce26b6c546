// Writing one value: choose and enter → confirm target, current value, limits and new value → the result with the value
// read back from the PLC. [S5 Write] [S4 Write result] [DESIGN 6]
import { useEffect, useRef, useState } from 'react'
import type { Language } from '../../../contract/errors.ts'
import type { Value } from '../../../core/data-type.ts'
import { freshnessOf } from '../../../signal/web/freshness.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { useCell } from '../../../signal/web/use-binding.ts'
import type { CellReading, SignalSource } from '../../../signal/web/values.ts'
import { type WriteOutcome, writeSignal } from '../../../signal/web/write.ts'
import { ConfirmCard } from '../../../ui/confirm.tsx'
import { formatAge } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { language as languageNow, useLanguage } from '../../../ui/language.ts'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { useTurn } from '../../../ui/modal-turn.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { valueAndRaw } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { commandText } from '../command/text.ts'
import '../command/write-dialog.css'
import { isLinkFault } from '../command/link-fault.ts'
import {
  feedbackWords,
  isUnknown,
  limitsWords,
  readInput,
  reasonWords,
  sentWords,
  type WriteTarget,
} from '../command/part-words.ts'
import { Enter } from '../command/write-enter.tsx'
import { type WriteWay, wayOfDevice } from './command-way.ts'

type Props = {
  equipment: { id: number; name: string }
  /** The calls for writing; by default those of the device. */
  way?: WriteWay | undefined
  /** Variables to choose from; a single one is preselected. */
  signals: readonly WriteTarget[]
  first: number | undefined
  /** The initial value, as typed text. */
  preset?: string
  /** The page author's note about the write. */
  hint?: string
  /** The initial value is the value to write; the user only confirms it. */
  isFixed?: boolean
  /** Writes without confirmation if the current value is good and nothing prevents the write. Decision 40. */
  isUnasked?: boolean
  /** Message after writing, see `feedbackWords`. */
  feedback?: string
  /** Why nothing can be written now; writing waits until this is undefined. */
  why: string | undefined
  source: SignalSource
  /** Decides whether the current value is still valid. */
  around: { staleMs: number | null; isReachable: boolean }
  onOutcome?: (outcome: WriteOutcome) => void
  onClose: () => void
}

/** The write dialog; it is open while it is rendered. */
export function WriteDialog(props: Props) {
  const t = useText(commandText)
  // Enters the queue of dialogs, so that no automatic dialog covers this one.
  useTurn(true)
  return (
    <ModalBox label={t('writeTo')} width={440} onClose={props.onClose}>
      <WriteSteps {...props} />
    </ModalBox>
  )
}

type Step =
  | { at: 'enter' }
  | { at: 'check'; value: Value; asked?: string }
  | { at: 'write' }
  | { at: 'result'; outcome: WriteOutcome }

function WriteSteps({
  equipment,
  way,
  signals,
  first,
  preset,
  hint,
  isFixed,
  isUnasked = false,
  feedback = '',
  why,
  source,
  around,
  onOutcome,
  onClose,
}: Props) {
  const t = useText(commandText)
  const language = useLanguage()
  const [id, setId] = useState(first ?? (signals.length === 1 ? signals[0]?.id : undefined))
  const [raw, setRaw] = useState(() =>
    presetOf(
      signals.find((each) => each.id === id),
      preset,
    ),
  )
  const signal = signals.find((each) => each.id === id)
  const [step, setStep] = useState<Step>(() => firstStep(isFixed ? signal : undefined, raw, language))
  const write = useWrite(equipment.id, way)
  const reading = useCell(signal && source.subscribe(signal.id))
  const isSent = useRef(false)
  useNow()
  const send = async (target: WriteTarget, value: Value) => {
    if (isSent.current) return
    isSent.current = true
    setStep({ at: 'write' })
    const outcome = await write(target.id, value).catch(unexpected)
    isSent.current = false
    onOutcome?.(outcome)
    if (!goesUnasked || outcome.status !== 'success') return setStep({ at: 'result', outcome })
    toast.good(doneWords(target, feedback, written(target, outcome.value)))
    return onClose()
  }
  const goesUnasked = useUnasked({ isUnasked, signal, step, why, isGood: isGood(reading, around), send })
  const again = () => {
    setRaw('')
    setStep({ at: 'enter' })
  }
  if (!signal || step.at === 'enter') {
    return (
      <Enter
        signals={signals}
        signal={signal}
        current={signal && currentWords(written(signal, reading.value), reading, around)}
        raw={raw}
        why={why}
        onSignal={(next) => {
          setId(next)
          setRaw('')
        }}
        onRaw={setRaw}
        onNext={(next) => setStep({ at: 'check', ...next })}
        onClose={onClose}
      />
    )
  }
  if (step.at === 'check') {
    if (goesUnasked) return <Writing hint={hint} onLeave={onClose} />
    const isClearing = step.value === ''
    const nearest = step.asked === undefined ? '' : `${t('nearest', { asked: step.asked })} `
    return (
      <ConfirmCard
        question={{
          title: t(isClearing ? 'clearQuestion' : 'question'),
          act: isClearing ? t('clearAct') : t('act', { value: sentWords(signal, step.value) }),
          target: `${equipment.name} · ${signal.title}`,
          current: currentWords(written(signal, reading.value), reading, around),
          next: sentWords(signal, step.value),
          limits: limitsWords(signal, language),
          note: [hint, nearest + t('note')].filter(Boolean).join(' '),
        }}
        why={why}
        onAnswer={(yes) => {
          if (yes) void send(signal, step.value)
          else if (isFixed) onClose()
          else setStep({ at: 'enter' })
        }}
      />
    )
  }
  if (step.at === 'write') return <Writing hint={goesUnasked ? hint : undefined} onLeave={onClose} />
  return (
    <Result
      outcome={step.outcome}
      feedback={feedback}
      written={(value) => written(signal, value)}
      onAgain={again}
      onDone={onClose}
    />
  )
}

type Unasked = {
  isUnasked: boolean
  signal: WriteTarget | undefined
  step: Step
  why: string | undefined
  isGood: boolean
  send: (target: WriteTarget, value: Value) => Promise<void>
}

/**
 * Starts a write without confirmation if the current value is good and the new value is exact; returns whether it did.
 * Decision 40.
 */
function useUnasked({ isUnasked, signal, step, why, isGood, send }: Unasked): boolean {
  const [begun] = useState(() => {
    const isExact = step.at === 'check' && step.asked === undefined && step.value !== ''
    return isUnasked && isExact && isGood && !why && signal ? { signal, value: step.value } : undefined
  })
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    if (!begun) return undefined
    const timer = setTimeout(() => void latest.current(begun.signal, begun.value))
    return () => clearTimeout(timer)
  }, [begun])
  return begun !== undefined
}

const isGood = (reading: CellReading, around: Props['around']): boolean =>
  freshnessOf(reading, { ...around, now: serverClock.now() }) === 'good'

/** The message after a write without confirmation, in one line. */
function doneWords(signal: WriteTarget, feedback: string, readBack: string): string {
  const told = feedbackWords(feedback || signal.title, readBack)
  return told.includes(readBack) ? told : `${told} · ${commandText.t('readBack')} ${readBack}`
}

/**
 * A fixed value that can be written starts at the confirmation; any other starts at the input, where the user can
 * correct it.
 */
function firstStep(fixed: WriteTarget | undefined, raw: string | boolean, language: Language): Step {
  const read = fixed && readInput(fixed, raw, language)
  return read && 'value' in read ? { at: 'check', ...read } : { at: 'enter' }
}

/** A boolean preset selects an option; other presets are text. */
const presetOf = (signal: WriteTarget | undefined, preset = ''): string | boolean =>
  signal?.dataType === 'bool' && preset !== '' ? preset === '1' || preset === 'true' : preset

const written = (signal: WriteTarget, value: Value | null): string =>
  value === '' ? commandText.t('emptyText') : `${valueAndRaw(value, signal)}${signal.unit ? ` ${signal.unit}` : ''}`

/** The outcome of an unexpected error: its message, with an unknown state of the PLC. */
const unexpected = (error: unknown): WriteOutcome => ({
  status: 'exception',
  code: 0,
  msg: error instanceof Error ? error.message : String(error),
  value: null,
})

/** The current value in words, marked if it is bad or stale: the user decides by it. */
function currentWords(value: string, reading: CellReading, around: Props['around']): string {
  const now = serverClock.now()
  const state = freshnessOf(reading, { ...around, now })
  if (state === 'bad') return `${value} · ${uiText.t('bad')} ${reading.code}`
  if (state === 'stale')
    return `${value} · ${uiText.t('stale', { age: formatAge(now - (reading.time ?? now), languageNow()) })}`
  return value
}

function Writing({ hint, onLeave }: { hint: string | undefined; onLeave: () => void }) {
  const t = useText(commandText)
  return (
    <div className="write" role="status">
      <h2>{t('writing')}</h2>
      <div className="write-progress" />
      {hint && <p>{hint}</p>}
      <p className="write-note">{t('writingNote')}</p>
      <div className="write-acts">
        <PlainAct onClick={onLeave}>{t('leave')}</PlainAct>
      </div>
    </div>
  )
}

function Result({
  outcome,
  feedback,
  written,
  onAgain,
  onDone,
}: {
  outcome: WriteOutcome
  feedback: string
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
      {isGood && feedback && <p>{feedbackWords(feedback, written(outcome.value))}</p>}
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

/** Writes a value by the given calls. Closing the dialog stops waiting; it does not cancel the write. */
function useWrite(equipment: number, way: WriteWay = wayOfDevice(equipment)) {
  const leave = useRef<AbortController>(undefined)
  useEffect(() => () => leave.current?.abort(), [])
  return (signal: number, value: Value): Promise<WriteOutcome> => {
    leave.current = new AbortController()
    return writeSignal({
      send: (uuid) => way.send({ signalId: signal, value, uuid }),
      callback: way.callback,
      isLinkFault,
      signal: leave.current.signal,
    })
  }
}
