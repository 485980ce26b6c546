// One of a few visible choices: a filter or a view. Arrow keys move, as in any group of radio buttons.
import { useId, useRef } from 'react'
import './segmented.css'
import { formatNumber } from './format.ts'
import { useRowWithMore } from './row-with-more.ts'

export function Segmented<V extends string>({
  label,
  value,
  options,
  onChange,
  wide = false,
}: {
  /** The accessible name of the group. */
  label: string
  value: V
  options: readonly { value: V; label: string; count?: number | undefined }[]
  onChange: (value: V) => void
  /** The row has the full width, divided into equal parts. */
  wide?: boolean
}) {
  const name = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  // Counts that load later move the entries, so the selected one is scrolled into view again; counts that merely change
  // do not, since the user may be scrolling.
  const entries = options.map((option) => `${option.value} ${option.count === undefined}`).join()
  useRowWithMore(box, entries, value)
  return (
    <fieldset ref={box} className={wide ? 'segmented segmented-wide' : 'segmented'}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="unseen"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.count !== undefined && <b>{formatNumber(option.count)}</b>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
