// The calculation of an intermediate variable: its formula, and each input with its value, expandable.
import { useMemo, useState } from 'react'
import { errorText } from '../../../contract/errors.ts'
import { type Freshness, freshnessOf } from '../../../signal/web/freshness.ts'
import { useCell } from '../../../signal/web/use-binding.ts'
import { formatAge } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { withNote } from '../../../ui/punctuation.ts'
import { type Text, useText } from '../../../ui/words.ts'
import type { Bound } from '../../../widgets/binds.ts'
import type { ExplainProps } from '../../device/open/live-can-explain.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { SeenMvar, SeenVariable } from './contract.ts'
import { OwnRoad } from './own-lineage.tsx'
import { Station } from './road.tsx'
import { lineageText } from './text.ts'
import { shownValue } from './value-head.tsx'

type Of = Pick<ExplainProps, 'values' | 'stateOf' | 'isPast'> & { zone: string; at: number | undefined }

export function Calculated({ mvar, ...of }: Of & { mvar: SeenMvar }) {
  const t = useText(lineageText)
  const named = useName()
  const { formula, inputs } = mvar
  return (
    <Station name={t('calculated')} title={named(mvar.title)}>
      {formula ? (
        <p className="lineage-formula">
          {formula.map(({ text, input }, i) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
            if (text !== null) return <span key={i}>{text}</span>
            const one = input === null ? undefined : inputs[input]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <mark key={i} data-hidden={one === undefined || undefined}>
                {one ? nameAmong(one, inputs, named) : t('hiddenInput')}
              </mark>
            )
          })}
        </p>
      ) : (
        <p className="lineage-quiet">{t('noFormula')}</p>
      )}
      {inputs.length > 0 && (
        <ul className="lineage-inputs" aria-label={t('inputs')}>
          {inputs.map((input) => (
            <Input key={input.signalId} input={input} {...of} />
          ))}
        </ul>
      )}
    </Station>
  )
}

/** The name of an input, including its device if several variables have the same title. */
function nameAmong(one: SeenVariable, all: readonly SeenVariable[], named: (source: string) => string): string {
  const isShared = all.filter(({ title }) => title === one.title).length > 1
  return [named(one.title), isShared && one.device && named(one.device)].filter(Boolean).join(' · ')
}

/** Values are polled every two seconds; older ones are stale. */
const staleMs = 15_000

function Input({ input, values, stateOf, isPast, zone, at }: Of & { input: SeenVariable }) {
  const t = useText(lineageText)
  const language = useLanguage()
  const named = useName()
  const isUp = useLink().state === 'up'
  const [isOpen, setOpen] = useState(false)
  const { equipmentId, signalId } = input
  const cell = useMemo(() => {
    const bound: Bound = {
      ...{ kind: 'signal', fields: {} },
      binding: { type: 'signal', signalId, equipId: equipmentId },
    }
    return isPast ? values.cell(bound) : undefined
  }, [values, isPast, signalId, equipmentId])
  const past = useCell(cell)
  const { value, code, time } = isPast ? past : input
  const now = values.now()
  const state = freshnessOf(
    { code, time, receivedAt: isPast ? null : input.heardAt },
    isPast
      ? { now, staleMs: null, isReachable: true }
      : { now, staleMs, isReachable: isUp && input.state === 'online' },
  )
  const age = formatAge(time === null ? null : Math.max(0, now - time), language)
  const mark = markOf(t, { state, code, age, isPast })
  const title = named(input.title)
  const of = { equipmentId: Number(equipmentId), signalId: Number(signalId), at }
  return (
    <li>
      <div>
        <span>
          {title}
          {input.device && <small>{named(input.device)}</small>}
        </span>
        <b data-state={state} title={state === 'bad' ? withNote(errorText(code, language), code) : undefined}>
          {shownValue(state, value, input)}
          {input.unit && (state === 'good' || state === 'stale') && <small>{input.unit}</small>}
          <i>{mark}</i>
        </b>
        {input.isOwn && (
          <PlainAct kind="link" onClick={() => setOpen(!isOpen)}>
            <span className="unseen">{t('explainRow', { title })}</span>
            <span aria-hidden="true">{t(isOpen ? 'hide' : 'details')}</span>
          </PlainAct>
        )}
      </div>
      {isOpen && (
        <ol className="lineage-road">
          <OwnRoad of={of} stateOf={stateOf} zone={zone} />
        </ol>
      )}
    </li>
  )
}

type Words = typeof lineageText extends Text<infer W> ? W : never
type Marked = { state: Freshness; code: number; age: string; isPast: boolean }

function markOf(t: ReturnType<typeof useText<Words>>, { state, code, age, isPast }: Marked): string {
  if (state === 'bad') return t('bad', { reason: String(code) })
  if (state === 'never') return t(isPast ? 'notStored' : 'never')
  return state === 'stale' ? t('stale', { age }) : age
}
