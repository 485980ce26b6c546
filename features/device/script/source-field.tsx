// The source of a script: line numbers, Tab indents, the faulty line is marked.
import { type KeyboardEvent, useRef } from 'react'
import { limits } from '../../../contract/limits.ts'

const indent = '  '

export function SourceField({
  label,
  value,
  faultLine,
  onChange,
}: {
  /** The accessible name of the field. */
  label: string
  value: string
  faultLine: number | null
  onChange: (value: string) => void
}) {
  const gutter = useRef<HTMLDivElement>(null)
  const lines = value.split('\n').length
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Tab with a modifier moves the focus, as usual.
    if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const { selectionStart: from, selectionEnd: to } = event.currentTarget
    event.currentTarget.setRangeText(indent, from, to, 'end')
    onChange(event.currentTarget.value)
  }
  return (
    <div className="script-source">
      <div ref={gutter} className="script-gutter" aria-hidden="true">
        {Array.from({ length: lines }, (_, at) => at + 1).map((line) => (
          <span key={line} data-fault={line === faultLine || undefined}>
            {line}
          </span>
        ))}
      </div>
      <textarea
        aria-label={label}
        value={value}
        maxLength={limits.scriptLength}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        wrap="off"
        onKeyDown={press}
        onScroll={({ currentTarget }) => {
          if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop
        }}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
