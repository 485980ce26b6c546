// A number field for typing and arrow keys. A valid number in the range applies immediately, so that nothing is lost
// when the field is left by a click.
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../ui/words.ts'
import type { Shared } from './shared.ts'
import { panelText } from './text.ts'
import { numberText, type Range, stepped, typedNumber } from './typed-number.ts'

type Props = Range & {
  id?: string
  /** The accessible name, used if there is no label element. */
  label?: string
  shared: Shared
  unit?: string | undefined
  isStill?: boolean
  onChange: (value: number) => void
  /** Receives the fault of the typed text, for display below. */
  onFault?: (fault: string | undefined) => void
}

const stepOf = ({ shiftKey, altKey }: KeyboardEvent): number => (shiftKey ? 10 : altKey ? 0.1 : 1)

export function NumberBox({ id, label, shared, min, max, unit = '', isStill, onChange, onFault }: Props) {
  const t = useText(panelText)
  const [typed, setTyped] = useState<string>()
  const [before, setBefore] = useState<unknown>()
  const [isWrong, setWrong] = useState(false)
  const stored = shared.isMixed ? '' : numberText(shared.value)
  const say = (fault: 'unclear' | 'range' | 'empty' | undefined) => {
    setWrong(fault === 'unclear' || fault === 'range')
    if (fault === 'range') onFault?.(t('outOfRange', { min: numberText(min) || '−∞', max: numberText(max) || '∞' }))
    else onFault?.(fault === 'unclear' ? t('unclear') : undefined)
  }
  const type = (text: string) => {
    setTyped(text)
    const result = typedNumber(text, { min, max }, unit)
    say('fault' in result ? result.fault : undefined)
    if ('value' in result) onChange(result.value)
  }
  const leave = () => {
    setTyped(undefined)
    say(undefined)
  }
  const step = (way: number, event: KeyboardEvent) => {
    event.preventDefault()
    // A step by an arrow key changes nothing while the selected widgets have different values, because it would make
    // them equal.
    if (shared.isMixed) return
    const from = typeof shared.value === 'number' ? shared.value : 0
    onChange(stepped(from, way * stepOf(event), { min, max }))
    leave()
  }
  const revert = (event: KeyboardEvent) => {
    if (typed === undefined) return
    event.stopPropagation()
    if (typeof before === 'number' && !shared.isMixed) onChange(before)
    leave()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowUp') step(1, event)
    else if (event.key === 'ArrowDown') step(-1, event)
    else if (event.key === 'Enter') leave()
    else if (event.key === 'Escape') revert(event)
  }
  return (
    <span className="panel-box">
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        title={label}
        aria-invalid={isWrong || undefined}
        disabled={isStill}
        placeholder={shared.isMixed ? t('mixed') : undefined}
        value={typed ?? stored}
        onFocus={(event) => {
          setBefore(shared.value)
          event.currentTarget.select()
        }}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      {unit && <span className="panel-unit">{unit}</span>}
    </span>
  )
}
