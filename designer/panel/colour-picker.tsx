// The colour picker: theme colours, fifty predefined ones, the last twenty, and any other by hex digits and alpha. [S5
// Colour picker, S9 colour history 20, 50 predefined; alpha 0-100]
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { keep, readKept } from '../../ui/kept.ts'
import { useLanguage } from '../../ui/language.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { shades } from '../../widgets/colour.ts'
import { colourParts, colourText, fullHex, hexDigits, predefined, recentOf, withRecent } from './colour-parts.ts'
import { NumberBox } from './number-box.tsx'
import { Swatch } from './swatch.tsx'
import { panelText } from './text.ts'

const kept = 'designer-colours'

type Named = { value: string; title: string }

const columns = 10
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }

/** A grid of swatches: one tab stop, with arrow keys inside. */
function Swatches({
  label,
  colours,
  stored,
  onPick,
}: {
  label: string
  colours: readonly Named[]
  stored: string
  onPick: (colour: string) => void
}) {
  const at = Math.max(
    0,
    colours.findIndex(({ value }) => value === stored),
  )
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
    all[all.indexOf(event.currentTarget) + step]?.focus()
  }
  return (
    <>
      <h4>{label}</h4>
      <fieldset className="swatches" aria-label={label}>
        {colours.map(({ value, title }, index) => (
          <button
            key={value}
            type="button"
            title={title}
            aria-label={title}
            aria-pressed={value === stored}
            tabIndex={index === at ? 0 : -1}
            onKeyDown={move}
            onClick={() => onPick(value)}
          >
            <Swatch colour={value} />
          </button>
        ))}
      </fieldset>
    </>
  )
}

/** A box for hex digits; six apply immediately, fewer on Enter. */
function HexBox({ stored, onHex }: { stored: string; onHex: (hex: string) => void }) {
  const t = useText(panelText)
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const finish = () => {
    if (typed !== undefined) onHex(fullHex(typed))
    setTyped(undefined)
  }
  return (
    <span className="panel-box">
      <span className="panel-unit">#</span>
      <input
        ref={box}
        type="text"
        aria-label={t('hex')}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? stored.toUpperCase()}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const digits = hexDigits(event.currentTarget.value)
          setTyped(digits)
          if (digits.length === 6) onHex(fullHex(digits))
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish()
        }}
        // Applies only if the focus stays in the picker: a click elsewhere may have selected another widget already.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.closest('.colour-picker')?.contains(relatedTarget)) finish()
          else setTyped(undefined)
        }}
      />
    </span>
  )
}

export function ColourPicker({
  label,
  stored,
  onChange,
  onClose,
}: {
  label: string
  stored: string
  onChange: (colour: string) => void
  onClose: () => void
}) {
  const t = useText(panelText)
  const language = useLanguage()
  const [recent, setRecent] = useState(() => recentOf(readKept(kept)))
  const parts = colourParts(stored)
  const alpha = parts?.alpha ?? 100
  // Adds a colour to the recent ones when the picker closes, not with each digit.
  const last = useRef('')
  useEffect(
    () => () => {
      if (last.current !== '') keep(kept, withRecent(recentOf(readKept(kept)), last.current).join(' '))
    },
    [],
  )
  const set = (colour: string) => {
    last.current = colourParts(colour) ? colour : last.current
    onChange(colour)
  }
  const pick = (colour: string) => {
    if (colourParts(colour)) setRecent(withRecent(recent, colour))
    set(colour)
  }
  const themed: Named[] = [
    { value: '', title: t('byTheme') },
    { value: 'none', title: t('noColour') },
    ...shades.map(({ value, label: of }) => ({ value, title: labelIn(of, language) })),
  ]
  const plain = (colours: readonly string[]): Named[] =>
    colours.map((value) => ({ value, title: value.slice(0, 7).toUpperCase() }))
  return (
    <div
      className="colour-picker"
      role="dialog"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="colour-parts">
        <HexBox stored={parts?.hex ?? ''} onHex={(hex) => set(colourText({ hex, alpha }))} />
        <NumberBox
          label={t('alpha')}
          shared={{ value: alpha, isMixed: false }}
          {...{ min: 0, max: 100, unit: '%' }}
          onChange={(next) => set(colourText({ hex: parts?.hex ?? '', alpha: Math.round(next) }))}
        />
        <input
          type="color"
          aria-label={t('spectrum')}
          title={t('spectrum')}
          value={`#${parts?.hex ?? 'ffffff'}`}
          onChange={(event) => set(colourText({ hex: hexDigits(event.currentTarget.value), alpha }))}
        />
      </div>
      <Swatches label={t('shades')} colours={themed} stored={stored} onPick={pick} />
      <Swatches label={t('predefined')} colours={plain(predefined)} stored={stored} onPick={pick} />
      {recent.length > 0 && <Swatches label={t('recent')} colours={plain(recent)} stored={stored} onPick={pick} />}
    </div>
  )
}
