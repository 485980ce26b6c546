// One of a few, all in sight: a filter or a way of looking. Arrow keys move, as in any group of radio buttons.
import { useId } from 'react'
import './segmented.css'
import { formatNumber } from './format.ts'

export function Segmented<V extends string>({
  label,
  value,
  options,
  onChange,
  wide = false,
}: {
  /** Read out as the group's name. */
  label: string
  value: V
  options: readonly { value: V; label: string; count?: number | undefined }[]
  onChange: (value: V) => void
  /** Over the whole width, in equal parts. */
  wide?: boolean
}) {
  const name = useId()
  return (
    <fieldset className={wide ? 'segmented segmented-wide' : 'segmented'}>
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
