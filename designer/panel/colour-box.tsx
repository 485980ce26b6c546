// The field of a colour: its swatch and name; a click opens the picker.
import { Popover } from 'antd'
import { useRef, useState } from 'react'
import { useLanguage } from '../../ui/language.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { shades } from '../../widgets/colour.ts'
import { colourParts } from './colour-parts.ts'
import { ColourPicker } from './colour-picker.tsx'
import type { Shared } from './shared.ts'
import { Swatch } from './swatch.tsx'
import { panelText } from './text.ts'

/** Returns the name of a colour, and its alpha if it is not opaque. */
function useColourName(): (stored: string) => { name: string; alpha?: number } {
  const t = useText(panelText)
  const language = useLanguage()
  return (stored) => {
    if (stored === '') return { name: t('byTheme') }
    if (stored === 'none' || stored === 'transparent') return { name: t('noColour') }
    const shade = shades.find(({ value }) => value === stored)
    if (shade) return { name: labelIn(shade.label, language) }
    const parts = colourParts(stored)
    return parts ? { name: `#${parts.hex.toUpperCase()}`, alpha: parts.alpha } : { name: stored }
  }
}

export function ColourBox({
  id,
  label,
  shared,
  onChange,
}: {
  id: string
  label: string
  shared: Shared
  onChange: (value: string) => void
}) {
  const t = useText(panelText)
  const nameOf = useColourName()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const stored = typeof shared.value === 'string' ? shared.value : ''
  const { name, alpha } = nameOf(stored)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="leftTop"
      arrow={false}
      destroyOnHidden
      content={<ColourPicker label={label} stored={stored} onChange={onChange} onClose={close} />}
    >
      <button
        ref={button}
        id={id}
        type="button"
        className="panel-box panel-colour"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <Swatch colour={shared.isMixed ? '' : stored} />
        <span>{shared.isMixed ? t('mixed') : name}</span>
        {!shared.isMixed && alpha !== undefined && <b>{alpha} %</b>}
      </button>
    </Popover>
  )
}
