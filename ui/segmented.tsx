// One of a few visible choices: a filter or a view. Arrow keys move, as in any group of radio buttons.
import { useEffect, useId, useRef } from 'react'
import './segmented.css'
import { formatNumber } from './format.ts'

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
  /** Full width, in equal parts. */
  wide?: boolean
}) {
  const name = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  // Counts that come later move the entries; those that change do not, for whoever is just scrolling.
  const counted = options.map(({ count }) => count === undefined).join()
  // On a phone the row scrolls: the selected entry must be visible at first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice has another position, and so with a count
  useEffect(() => {
    const [row, chosen] = [box.current, box.current?.querySelector('input:checked')?.parentElement]
    if (!row || !chosen) return undefined
    // Told once the page is laid out: asked for at once, the page would be laid out for this alone.
    const laidOut = new ResizeObserver(() => {
      laidOut.disconnect()
      row.scrollLeft = Math.max(0, chosen.offsetLeft + chosen.offsetWidth - row.clientWidth)
    })
    laidOut.observe(row)
    return () => laidOut.disconnect()
  }, [value, counted])
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
