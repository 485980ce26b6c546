// A row of a few visible choices, such as a filter or a view. Arrow keys change the choice, as in any group of radio
// buttons.
import { useEffect, useId, useRef } from 'react'
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
  const counted = options.map(({ count }) => count === undefined).join()
  // On a phone the row scrolls: the selected entry must be visible at the start, and after the phone is rotated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice has another position, and so with a count
  useEffect(() => {
    const [row, chosen] = [box.current, box.current?.querySelector('input:checked')?.parentElement]
    if (!row || !chosen) return undefined
    // Runs after layout: reading the size immediately would force an extra layout.
    const laidOut = new ResizeObserver(() => {
      row.scrollLeft = Math.max(0, chosen.offsetLeft + chosen.offsetWidth - row.clientWidth)
    })
    laidOut.observe(row)
    return () => laidOut.disconnect()
  }, [value, counted])
  useRowWithMore(box, options.map((option) => option.value).join())
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
